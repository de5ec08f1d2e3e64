"""Sends generated, mostly half-valid frames on one connection after the other. A client beside them must not notice.

    h2_nonsense.py --port 8443 --authority cert.pem [--frames 20000] [--seed 1]

The same seed makes the same frames. Every connection is abandoned before it is finished.
"""

import argparse
import random
import struct
import sys

from h2_attacks import Neighbour, Wire, frame_bytes

NAMES = [b":method", b":path", b":scheme", b":authority", b":status", b":", b"", b"host", b"content-length", b"te", b"expect"]
NAMES += [b"transfer-encoding", b"Upper", b"x-a", b"cookie", b"connection", b"x y", b"authorization", b"if-none-match"]
VALUES = [b"", b"GET", b"POST", b"/", b"*", b"/api/v1/status", b"/readyz", b"https", b"localhost", b"0", b"5", b"-1", b"a" * 300]
VALUES += [b"100-continue", b"trailers", b"\r\nX: y", b"\0", b"\xff\xfe", b"http://a/", b"99999999999999999999", b"Bearer x"]


def literal(dice, name, value):
    """A literal field without compression (RFC 7541 §6.2.2), sometimes with a wrong length."""
    wrong = dice.choice([0] * 1000 + [1, -1, 60])

    def string(text):
        return bytes([min(max(len(text) + wrong, 0), 126)]) + text[:126]

    return b"\0" + string(name) + string(value)


def head(dice):
    fields = [(b":method", dice.choice([b"GET", b"POST"])), (b":path", b"/api/v1/status"), (b":scheme", b"https")]
    fields.append((b":authority", b"localhost"))
    for _ in range(dice.choice([0, 0, 0, 1, 2])):
        place = dice.randrange(len(fields) + 1)
        fields.insert(place, (dice.choice(NAMES), dice.choice(VALUES)))
    if dice.random() < 0.1:
        dice.shuffle(fields)
    return b"".join(literal(dice, name, value) for name, value in fields)


def payload(dice, kind):
    number = lambda: struct.pack(">I", dice.choice([1, 1, 255, 4096, 65535] * 8 + [0, 2**31 - 1, 2**31, 2**32 - 1, dice.getrandbits(32)]))
    if dice.random() < 0.01:
        return dice.randbytes(dice.choice([0, 1, 4, 9, 100, 16384]))
    match kind:
        case 0:
            return dice.randbytes(dice.choice([0, 1, 5, 1000]))
        case 1 | 9:
            whole = head(dice)
            return whole if dice.random() < 0.98 else whole[: dice.randrange(len(whole))]
        case 2:
            return number() + b"\1"
        case 3 | 8:
            return number()
        case 4:
            return b"".join(struct.pack(">H", dice.choice([1, 3, 4, 6, 6, 9, dice.randrange(12)])) + number() for _ in range(dice.randrange(4)))
        case 6:
            return dice.randbytes(8)
        case 7:
            return number() + number()
    return dice.randbytes(dice.randrange(20))


def frame(dice, stream):
    """The next frame; the head of a request usually opens a new stream."""
    kind = dice.choices([1, 0, 8, 6, 3, 4, dice.randrange(256)], [50, 25, 8, 4, 3, 4, 2])[0]
    flags = {0: [0, 0, 1], 1: [4, 5, 5, 5], 4: [0], 6: [0, 1]}.get(kind, [0])
    flags = dice.choice(flags) if dice.random() < 0.97 else dice.randrange(256)
    connection = 0 if kind in (4, 6) or kind == 8 and dice.random() < 0.5 else stream
    where = connection if dice.random() < 0.97 else dice.choice([0, 2, max(stream - 2, 1), stream + 2, dice.getrandbits(32)])
    whole = frame_bytes(kind, flags, where, payload(dice, kind))
    if dice.random() < 0.005:
        whole = whole[: dice.randrange(len(whole))]
    return kind, whole


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--authority", required=True)
    arguments.add_argument("--frames", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    dice = random.Random(options.seed)

    neighbour = Neighbour(options)
    neighbour.start()
    sent, connections, ended = 0, 0, 0
    while sent < options.frames:
        wire = Wire(options)
        connections += 1
        stream = 1
        for _ in range(dice.randrange(1, 60)):
            kind, whole = frame(dice, stream)
            stream += 2 * (kind == 1)
            if not wire.send(whole):
                break
            sent += 1
        wire.take()
        ended += wire.is_closed
        wire.socket.close()
        if neighbour.failure:
            break
    neighbour.stopping.set()
    neighbour.join(10)
    print(f"{sent} frames on {connections} connections; the server ended {ended} of them at once")
    print(f"the well-behaved client got {neighbour.answers} answers, the slowest after {neighbour.slowest * 1000:.0f} ms")
    if neighbour.failure:
        print(f"✘ the well-behaved client was disturbed: {neighbour.failure}")
    sys.exit(1 if neighbour.failure or neighbour.answers == 0 else 0)


if __name__ == "__main__":
    main()
