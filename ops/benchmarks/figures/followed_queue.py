"""The bytes that a client receives for one change of a queue of 40 entries that it follows, by a stream and by polls."""

import json
import socket

import load
import processes
from bench import OURS, Bench, Series
from desk import Desk

NAME, BY_DEFAULT = "follow", True
SAYS = "bytes that a change of a queue costs a client that follows it"
WHAT = "followed change"
STREAM, POLL = f"{OURS}, stream", f"{OURS}, poll"
CHANGES = 25


def prepare(bench: Bench) -> list:
    desk = bench.desk
    return [Series(WHAT, STREAM, lambda: measure(desk, Stream), warm_up=0),
            Series(WHAT, POLL, lambda: measure(desk, Poll), warm_up=0)]


def measure(desk: Desk, make) -> dict:
    """Returns the bytes of the largest change, with head or chunk and everything else that the server sends for it."""
    follower = make(desk)
    try:
        sizes = []
        for _ in range(CHANGES):
            load.ask_once(desk.change)
            sizes.append(follower.bytes_of_change())
        return {"bytes": max(sizes)}
    except (TimeoutError, ValueError) as problem:
        raise processes.Unusable(f"the follower got no change: {problem}")
    finally:
        follower.connection.close()


class Follower:
    """A connection to the server that counts what it receives."""

    def __init__(self, desk: Desk):
        self.queue = desk.queue
        self.port = desk.chairside.port
        self.connection = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.received = b""

    def send(self, more_query: str, headers: dict):
        path = self.queue.url.split(f":{self.port}", 1)[1] + more_query
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name}: {value}" for name, value in {**self.queue.headers, **headers}.items()]
        self.connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")

    def receive_until(self, is_whole) -> bytes:
        """Returns everything received since the last call, as soon as it is whole."""
        while not is_whole(self.received):
            part = self.connection.recv(1 << 16)
            if not part:
                raise ValueError("the server closed the connection")
            self.received += part
        whole, self.received = self.received, b""
        return whole


class Stream(Follower):
    def __init__(self, desk: Desk):
        super().__init__(desk)
        self.send("", {"Accept": "text/event-stream"})
        first = self.receive_until(self.has_event)
        if b" 200 " not in first.split(b"\r\n", 1)[0]:
            raise processes.Unusable(f"the stream begins with {first[:200]!r}")

    def bytes_of_change(self) -> int:
        return len(self.receive_until(self.has_event))

    @staticmethod
    def has_event(received: bytes) -> bool:
        """Whether an event with data has ended, with the chunk that contains its end; or a refusal was received."""
        refused = received[:12].startswith(b"HTTP/1.1") and received[9:12] not in (b"", b"2", b"20", b"200")
        return refused or b"data: " in received and received.endswith(b"\n\n\r\n")


class Poll(Follower):
    def __init__(self, desk: Desk):
        super().__init__(desk)
        self.version = "0"
        self.poll()

    def poll(self) -> bytes:
        self.send(f"&since={self.version}", {})
        answer = self.receive_until(self.is_answer)
        self.changes = json.loads(answer.split(b"\r\n\r\n", 1)[1])
        self.version = self.changes["version"]
        return answer

    def bytes_of_change(self) -> int:
        size = len(self.poll())
        if self.changes["complete"] or len(self.changes["items"]) != 1:
            raise ValueError("the answer is not one changed entry")
        return size

    @staticmethod
    def is_answer(received: bytes) -> bool:
        head, separator, body = received.partition(b"\r\n\r\n")
        length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")),
                      0)
        return bool(separator) and len(body) >= length
