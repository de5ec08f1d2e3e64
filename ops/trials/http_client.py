"""A small HTTP/1.1 client for trials, with keep-alive. After a broken connection it says whether the outcome is known."""

import asyncio
import json
import socket
import struct
from dataclasses import dataclass


class NotSent(Exception):
    """There was no connection, so the server cannot have seen the request."""


class OutcomeUnknown(Exception):
    """The request was sent, and no complete answer was received."""


@dataclass
class Answer:
    status: int
    headers: dict  # The names of the header fields are in lower case.
    body: bytes

    def json(self):
        return json.loads(self.body)


class Connection:
    def __init__(self, port: int, host: str = "127.0.0.1"):
        self.host, self.port = host, port
        self.reader = self.writer = None

    async def open(self):
        try:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        except OSError as problem:
            raise NotSent(str(problem)) from None

    def close(self):
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None

    def reset(self):
        """Resets the connection (RST)."""
        if self.writer is not None:
            self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()

    async def request(self, method: str, path: str, headers: dict = {}, body=None, seconds: float = 30) -> Answer:
        if self.writer is None:
            await self.open()
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines += ["Content-Type: application/json"] if not any(n.lower() == "content-type" for n in headers) else []
            lines += [f"Content-Length: {len(content)}"]
        try:
            self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
            answer = await asyncio.wait_for(self.read_answer(method), seconds)
        except (OSError, EOFError, ValueError, asyncio.TimeoutError, asyncio.LimitOverrunError) as problem:
            self.close()
            raise OutcomeUnknown(f"{type(problem).__name__} {problem}") from None
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        return answer

    async def read_answer(self, method: str) -> Answer:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ", 2)[1])
        headers = {}
        for line in head[1:]:
            name, separator, value = line.partition(":")
            if separator:
                headers[name.lower()] = value.strip()
        if method == "HEAD" or status in (204, 304):
            body = b""
        elif headers.get("transfer-encoding", "").lower() == "chunked":
            body = b""
            while size := int((await self.reader.readuntil(b"\r\n")).strip(), 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            while (await self.reader.readuntil(b"\r\n")) != b"\r\n":
                pass
        else:
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return Answer(status, headers, body)
