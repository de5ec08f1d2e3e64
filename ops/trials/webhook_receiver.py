"""A receiver of webhooks for ops/webhooks, with one path for each kind of failure. It speaks HTTP/1.1 without TLS.

    webhook_receiver.py --port PORT --record FILE

Each path of BEHAVIOURS answers a share of the messages badly, and the others with 204. After SIGUSR1 all paths answer with 204 at once.

For each complete message the record gets a line of JSON: the time, the path, the header fields of Standard Webhooks, the body, and the
answer. A message is recorded before it is answered, since the answer may be lost.
"""

import argparse
import asyncio
import json
import random
import signal
import time

# The share of the answers of each path, in percent. The rest is 204.
#   STATUS    this status
#   302       a redirect to /elsewhere, which records messages too
#   never     no answer; the connection stays open until the client closes it
#   pieces    the first bytes of an answer, one every second, without an end
#   late      204 after up to three seconds
#   lost      the message is accepted, and the connection is reset before the answer
#   nonsense  bytes that are no HTTP
BEHAVIOURS = {
    "/good": {},
    "/fails": {"500": 30, "429": 10, "503": 10, "404": 10},
    "/hangs": {"never": 30, "pieces": 10},
    "/redirects": {"302": 50},
    "/slow": {"late": 100},
    "/loses": {"lost": 30, "nonsense": 10},
}
ELSEWHERE = "/elsewhere"
# The answers with which the receiver has accepted a message. The sender cannot know that of a lost answer.
ACCEPTING = {"204", "late"}


class Receiver:
    def __init__(self, port: int, record):
        self.port, self.record = port, record
        self.is_healed = False

    def choose(self, path: str) -> str:
        shares = {} if self.is_healed else BEHAVIOURS.get(path, {})
        names, weights = list(shares) + ["204"], list(shares.values())
        return random.choices(names, weights + [100 - sum(weights)])[0]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                path = head[0].split(" ")[1]
                fields = {name.lower(): value.strip()
                          for name, separator, value in (line.partition(":") for line in head[1:]) if separator}
                body = await reader.readexactly(int(fields.get("content-length", "0")))
                answer = self.choose(path)
                self.keep(path, fields, body, answer)
                if not await self.answer(answer, reader, writer):
                    break
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    def keep(self, path: str, fields: dict, body: bytes, answer: str):
        line = {"time": time.time(), "path": path, "body": body.decode("utf-8", "replace"), "answer": answer,
                **{name: fields.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")}}
        print(json.dumps(line), file=self.record, flush=True)

    async def answer(self, answer: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Sends an answer. Returns False if the connection ends with it."""
        if answer == "never":
            await reader.read()
            return False
        if answer == "pieces":
            for byte in b"HTTP/1.1 204 No Content and much more text, without an end of the line":
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(1)
            return False
        if answer == "lost":
            writer.transport.abort()
            return False
        if answer == "nonsense":
            writer.write(b"this is not HTTP\r\n\r\n")
            await writer.drain()
            return False
        if answer == "late":
            await asyncio.sleep(random.uniform(0.2, 3))
        status = "204" if answer in ACCEPTING else answer
        location = f"Location: http://127.0.0.1:{self.port}{ELSEWHERE}\r\n" if answer == "302" else ""
        length = "" if status == "204" else "Content-Length: 0\r\n"
        writer.write(f"HTTP/1.1 {status} Answer\r\n{location}{length}\r\n".encode())
        await writer.drain()
        return True

    def heal(self):
        self.is_healed = True


async def serve(chosen):
    with open(chosen.record, "a", encoding="utf-8") as record:
        receiver = Receiver(chosen.port, record)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, receiver.heal)
        server = await asyncio.start_server(receiver.serve, "127.0.0.1", chosen.port)
        await server.serve_forever()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--record", required=True)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
