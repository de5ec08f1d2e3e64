"""Attacks on HTTP/2, each on its own connection, beside a client that sends requests all the time and must not notice.

    h2_attacks.py --port 8443 --authority cert.pem [--seconds 3]

An attack is handled correctly if the server sends GOAWAY with the expected code and closes the connection, well before it has read
all of the attack.
"""

import argparse
import select
import socket
import ssl
import struct
import sys
import threading
import time

import h2.config
import h2.connection
import h2.events
from hpack import Encoder
from hyperframe.frame import (
    ContinuationFrame,
    DataFrame,
    Frame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    PriorityFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
PROTOCOL_ERROR, FLOW_CONTROL_ERROR, STREAM_CLOSED, FRAME_SIZE_ERROR, COMPRESSION_ERROR, CALM = 1, 3, 5, 6, 9, 11


class Wire:
    """A connection that sends raw frames and keeps the received ones."""

    def __init__(self, options, settings=None):
        context = ssl.create_default_context(cafile=options.authority)
        context.set_alpn_protocols(["h2"])
        raw = socket.create_connection(("127.0.0.1", options.port), timeout=20)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = context.wrap_socket(raw, server_hostname="localhost")
        assert self.socket.selected_alpn_protocol() == "h2"
        self.socket.setblocking(False)
        self.encoder = Encoder()
        self.buffer = b""
        self.frames = []
        self.is_closed = False
        self.send(PREFACE, SettingsFrame(0, settings=settings or {}))

    def send(self, *parts):
        """Sends all bytes and reads meanwhile; returns False if the server has closed the connection."""
        data = memoryview(b"".join(part if isinstance(part, bytes) else part.serialize() for part in parts))
        deadline = time.monotonic() + 20
        while data and not self.is_closed:
            self.take()
            try:
                data = data[self.socket.send(data) :]
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                if time.monotonic() > deadline:
                    return False
                select.select([self.socket], [self.socket], [], 0.05)
            except OSError:
                break
        return not data

    def take(self):
        """Reads what has arrived."""
        while not self.is_closed:
            try:
                data = self.socket.recv(65536)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
            except OSError:
                data = b""
            self.is_closed = not data
            self.buffer += data
            self.parse()

    def parse(self):
        while len(self.buffer) >= 9:
            frame, length = Frame.parse_frame_header(memoryview(self.buffer[:9]))
            if len(self.buffer) < 9 + length:
                return
            frame.parse_body(memoryview(self.buffer[9 : 9 + length]))
            self.buffer = self.buffer[9 + length :]
            self.frames.append(frame)

    def head(self, stream, path="/api/v1/status", method="GET", end=True, more=()):
        frame = HeadersFrame(stream)
        fields = [(":method", method), (":path", path), (":scheme", "https"), (":authority", "localhost"), *more]
        frame.data = self.encoder.encode(fields)
        frame.flags.add("END_HEADERS")
        if end:
            frame.flags.add("END_STREAM")
        return frame

    def read(self, seconds):
        """Reads until the server closes the connection, or the time is over."""
        deadline = time.monotonic() + seconds
        while not self.is_closed and time.monotonic() < deadline:
            self.take()
            if not self.is_closed:
                select.select([self.socket], [], [], 0.2)

    def goaway(self):
        return next((frame for frame in self.frames if isinstance(frame, GoAwayFrame) and frame.error_code), None)


class Neighbour(threading.Thread):
    """A well-behaved client that uses one connection all the time."""

    def __init__(self, options):
        super().__init__(daemon=True)
        self.options = options
        self.stopping = threading.Event()
        self.failure = None
        self.answers = 0
        self.slowest = 0.0

    def run(self):
        try:
            self.ask()
        except Exception as error:  # noqa: BLE001
            self.failure = f"{type(error).__name__}: {error}"

    def is_served(self):
        """Whether the client gets some more answers."""
        wanted = self.answers + 5
        deadline = time.monotonic() + 20
        while self.answers < wanted and self.failure is None and time.monotonic() < deadline:
            time.sleep(0.002)
        return self.answers >= wanted

    def ask(self):
        context = ssl.create_default_context(cafile=self.options.authority)
        context.set_alpn_protocols(["h2"])
        raw = socket.create_connection(("127.0.0.1", self.options.port), timeout=20)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire = context.wrap_socket(raw, server_hostname="localhost")
        connection = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        connection.initiate_connection()
        wire.sendall(connection.data_to_send())
        while not self.stopping.is_set():
            began = time.monotonic()
            stream = connection.get_next_available_stream_id()
            head = [(":method", "GET"), (":path", "/api/v1/status"), (":scheme", "https"), (":authority", "localhost")]
            connection.send_headers(stream, head, end_stream=True)
            wire.sendall(connection.data_to_send())
            is_answered = False
            while not is_answered:
                data = wire.recv(65536)
                if not data:
                    raise RuntimeError("closed")
                for event in connection.receive_data(data):
                    if isinstance(event, h2.events.ResponseReceived) and dict(event.headers)[":status"] != "200":
                        raise RuntimeError("not 200")
                    if isinstance(event, h2.events.DataReceived):
                        connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    if isinstance(event, (h2.events.ConnectionTerminated, h2.events.StreamReset)):
                        raise RuntimeError(str(event))
                    if isinstance(event, h2.events.StreamEnded):
                        is_answered = True
                wire.sendall(connection.data_to_send())
            self.answers += 1
            self.slowest = max(self.slowest, time.monotonic() - began)
            time.sleep(0.005)


# --- HTTP/2 attacks: each function yields batches of bytes endlessly ----------------------------------------------------


def streams(start=1):
    while True:
        yield start
        start += 2


def rapid_reset(wire):
    for stream in streams():
        yield wire.head(stream).serialize() + RstStreamFrame(stream, error_code=8).serialize()


def made_to_reset(wire):
    """Makes the server reset streams itself (CVE-2025-8671)."""
    for stream in streams():
        broken = struct.pack(">I", 0)
        yield wire.head(stream).serialize() + frame_bytes(8, 0, stream, broken)


def data_after_end(wire):
    for stream in streams():
        yield wire.head(stream).serialize() + DataFrame(stream, data=b"x").serialize()


def malformed_requests(wire):
    for stream in streams():
        yield wire.head(stream, more=[("connection", "close")]).serialize()


def too_many_streams(wire):
    for stream in streams():
        yield wire.head(stream, method="POST", end=False).serialize()


def pings(wire):
    while True:
        yield PingFrame(0, opaque_data=b"12345678").serialize()


def settings(wire):
    while True:
        yield SettingsFrame(0, settings={4: 65535}).serialize()


def many_settings(wire):
    yield SettingsFrame(0, settings={0x100 + index: 1 for index in range(1000)}).serialize()


def priorities(wire):
    for stream in streams():
        yield PriorityFrame(stream, depends_on=0, stream_weight=1).serialize()


def unknown_frames(wire):
    while True:
        yield frame_bytes(0x42, 0, 0, b"")


def empty_data(wire):
    yield wire.head(1, method="POST", end=False).serialize()
    while True:
        yield DataFrame(1).serialize()


def padding_only(wire):
    yield wire.head(1, method="POST", end=False).serialize()
    while True:
        yield frame_bytes(0, 8, 1, b"\x0a" + b"\0" * 10)


def continuations(wire):
    frame = wire.head(1)
    frame.flags.discard("END_HEADERS")
    yield frame.serialize()
    while True:
        yield ContinuationFrame(1, data=wire.encoder.encode([("x-a", "b")])).serialize()


def empty_continuations(wire):
    frame = wire.head(1)
    frame.flags.discard("END_HEADERS")
    yield frame.serialize()
    while True:
        yield ContinuationFrame(1).serialize()


def header_bomb(wire):
    """Puts 4 KB into the header table, and then refers to them again and again with one byte."""
    yield wire.head(1, more=[("x-bomb", "a" * 4000)]).serialize()
    for stream in streams(3):
        frame = HeadersFrame(stream)
        block = wire.encoder.encode([(":method", "GET"), (":path", "/"), (":scheme", "https"), (":authority", "a")])
        frame.data = block + b"\xbf" * 16000 if b"\xbe" in block else block + b"\xbe" * 16000
        end(frame)
        yield frame.serialize()


def small_windows(wire):
    yield wire.head(1, path="/openapi.json").serialize()
    while True:
        yield WindowUpdateFrame(1, window_increment=1).serialize()


def window_overflow(wire):
    yield WindowUpdateFrame(0, window_increment=2**31 - 1).serialize()


def window_zero(wire):
    yield frame_bytes(8, 0, 0, struct.pack(">I", 0))


def beyond_window(wire):
    yield wire.head(1, path="/api/v1/auth/login", method="POST", end=False).serialize()
    while True:
        yield DataFrame(1, data=b"x" * 16384).serialize()


def too_long_frame(wire):
    yield frame_bytes(0, 0, 1, b"x" * 17000)


def bad_compression(wire):
    frame = HeadersFrame(1, data=b"\xff\xff\xff\xff\xff\xff\xff")
    end(frame)
    yield frame.serialize()


def push(wire):
    yield frame_bytes(5, 4, 1, struct.pack(">I", 2))


def even_stream(wire):
    yield wire.head(2).serialize()


def interleaved_head(wire):
    frame = wire.head(1)
    frame.flags.discard("END_HEADERS")
    yield frame.serialize() + wire.head(3).serialize()


def end(frame):
    frame.flags.add("END_HEADERS")
    frame.flags.add("END_STREAM")


def frame_bytes(kind, flags, stream, payload):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


ATTACKS = [
    # Each entry has an attack, the error codes with which the server may end it (CALM alone for a flood), and HTTP/2 settings.
    (rapid_reset, {CALM}, {}),
    (made_to_reset, {CALM, PROTOCOL_ERROR}, {}),
    (data_after_end, {CALM, STREAM_CLOSED}, {}),
    (malformed_requests, {CALM}, {}),
    (too_many_streams, {CALM}, {}),
    (pings, {CALM}, {}),
    (settings, {CALM}, {}),
    (many_settings, {CALM}, {}),
    (priorities, {CALM}, {}),
    (unknown_frames, {CALM}, {}),
    (empty_data, {CALM}, {}),
    (padding_only, {CALM}, {}),
    (continuations, {CALM}, {}),
    (empty_continuations, {CALM}, {}),
    (header_bomb, {CALM}, {}),
    (small_windows, {CALM}, {4: 0}),
    (window_overflow, {FLOW_CONTROL_ERROR}, {}),
    (window_zero, {PROTOCOL_ERROR}, {}),
    (beyond_window, {FLOW_CONTROL_ERROR, STREAM_CLOSED, CALM}, {}),
    (too_long_frame, {FRAME_SIZE_ERROR}, {}),
    (bad_compression, {COMPRESSION_ERROR}, {}),
    (push, {PROTOCOL_ERROR}, {}),
    (even_stream, {PROTOCOL_ERROR}, {}),
    (interleaved_head, {PROTOCOL_ERROR}, {}),
]


def attack(options, make, codes, wire_settings):
    """Attacks on several connections, one after the other. Returns what is wrong, or None."""
    for _ in range(5):
        problem = attack_once(options, make, codes, wire_settings)
        if problem:
            return problem
    return None


def attack_once(options, make, codes, wire_settings):
    """Sends until the server ends the connection. Returns what is wrong, or None."""
    wire = Wire(options, wire_settings)
    sent = 0
    batches = make(wire)
    began = time.monotonic()
    while not wire.is_closed and time.monotonic() - began < 10:
        batch = next(batches, b"")
        if not batch or not wire.send(batch):
            break
        sent += len(batch)
    wire.read(10)
    goaway = wire.goaway()
    if not wire.is_closed:
        return f"still open after {sent} bytes"
    if goaway is None:
        return f"closed without GOAWAY after {sent} bytes: {wire.frames[-3:]}"
    if goaway.error_code not in codes:
        return f"ended with {goaway.error_code} and not {codes}"
    return None


# --- HTTP/2 clients that send or read slowly -----------------------------------------------------------------------------


def no_window(options):
    """Requests much and gives no window: in the end the server must reset all streams."""
    wire = Wire(options, {4: 0})
    for stream in list(range(1, 199, 2)):
        wire.send(wire.head(stream, path="/openapi.json"))
    began = time.monotonic()
    wire.read(60)
    return None if wire.is_closed and time.monotonic() - began < 50 else "still open after a minute"


def silence(options):
    """Sends no first frame, then half a head: the server must close within the time limit for heads."""
    wires = [Wire(options), Wire(options)]
    head = wires[1].head(1).serialize()
    wires[1].send(head[:-3])
    for wire in wires[1:]:
        wire.read(30)
        if not wire.is_closed:
            return "the server waits for the rest of a head without end"
    return None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--authority", required=True)
    arguments.add_argument("--slow", action="store_true")
    arguments.add_argument("--only")
    options = arguments.parse_args()

    neighbour = Neighbour(options)
    neighbour.start()
    failures = 0
    trials = [(make.__name__, lambda m=make, c=codes, s=wire: attack(options, m, c, s)) for make, codes, wire in ATTACKS]
    if options.slow:
        trials += [(trial.__name__, lambda t=trial: t(options)) for trial in (no_window, silence)]
    for name, trial in trials:
        if options.only and name != options.only:
            continue
        began = time.monotonic()
        problem = trial()
        if problem is None and not neighbour.is_served():
            problem = f"the well-behaved client was disturbed: {neighbour.failure or 'it waits'}"
        failures += problem is not None
        print(f"{'✘' if problem else '✔'} {name} ({time.monotonic() - began:.1f} s){': ' + problem if problem else ''}", flush=True)
    neighbour.stopping.set()
    neighbour.join(5)
    print(f"the well-behaved client got {neighbour.answers} answers, the slowest after {neighbour.slowest * 1000:.0f} ms")
    sys.exit(1 if failures or neighbour.failure or neighbour.answers == 0 else 0)


if __name__ == "__main__":
    main()
