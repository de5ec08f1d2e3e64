"""Books without pause through servers that stop and start, and records every answer.

The plan has the form of ops/benchmarks/requests.lua: a line with method and path, header lines, an empty line, then one
line per booking: Idempotency-Key, tab, body. If the outcome of a booking is unknown, it is sent again with the same key
until it has a definite answer, like a client does. SIGTERM stops new bookings and finishes the open ones.
SIGUSR1 resets every connection, also in the middle of a request.

Each acknowledged booking is a line in --out: {"key", "id", "tries"}. Fails if a booking is refused: each has its own slot,
so a refusal means that an earlier try succeeded and its answer was lost. With --longest-silence it also fails if no booking
was acknowledged for that many seconds.
"""

import argparse
import asyncio
import itertools
import json
import signal
import sys
import time

from clinic_api import BASE, desk
from http_client import Connection, NotSent, OutcomeUnknown


class Load:
    def __init__(self, chosen: argparse.Namespace):
        self.ports, self.out = chosen.ports, open(chosen.out, "w", buffering=1)
        with open(chosen.plan) as plan:
            self.method, self.path = plan.readline().split()
            self.headers = {}
            for line in iter(lambda: plan.readline().rstrip("\n"), ""):
                name, value = line.split(": ", 1)
                self.headers[name] = value
            self.bookings = iter([line.rstrip("\n").split("\t", 1) for line in plan])
        self.stopping = False
        self.give_up_at = float("inf")
        self.acknowledged = self.repeated = 0
        self.longest_silence, self.last_answer = 0.0, time.monotonic()
        self.problems = []
        self.most_silence = chosen.longest_silence
        self.connections = set()
        self.renewing = asyncio.Lock()

    def reset(self):
        for connection in self.connections:
            connection.reset()

    def stop(self):
        self.stopping = True
        self.give_up_at = time.monotonic() + 30

    def connect(self, port: int) -> Connection:
        connection = Connection(port)
        self.connections.add(connection)
        return connection

    async def renew(self, connection: Connection):
        """Signs in again: a token is valid for ten minutes."""
        known = self.headers["Authorization"]
        async with self.renewing:
            if self.headers["Authorization"] != known:
                return
            answer = await connection.request("POST", f"{BASE}/auth/login", body=desk())
            if answer.status == 200:
                self.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"

    async def worker(self, number: int):
        ports = itertools.cycle(self.ports[number % len(self.ports):] + self.ports[:number % len(self.ports)])
        connection = self.connect(next(ports))
        while not self.stopping:
            booking = next(self.bookings, None)
            if booking is None:
                self.problems.append("the plan has too few bookings")
                return
            key, body = booking
            tries = 1
            while True:
                try:
                    answer = await connection.request(
                        self.method, self.path, {**self.headers, "Idempotency-Key": key}, body.encode())
                    if answer.status == 401:
                        await self.renew(connection)
                        tries -= 1
                    elif answer.status < 500:
                        break
                except NotSent:  # This is not a failure: the request goes to another server.
                    self.connections.discard(connection)
                    connection = self.connect(next(ports))
                    tries -= 1
                except OutcomeUnknown:
                    self.repeated += 1
                if time.monotonic() > self.give_up_at:
                    self.problems.append(f"{key} had no definite answer within 30 s")
                    return
                tries += 1
                await asyncio.sleep(0.05)
            if answer.status not in (200, 201):
                self.problems.append(f"{key}, try {tries}: {answer.status} {answer.body[:300]!r}")
                continue
            now = time.monotonic()
            self.longest_silence, self.last_answer = max(self.longest_silence, now - self.last_answer), now
            self.acknowledged += 1
            self.out.write(json.dumps({"key": key, "id": answer.json()["id"], "tries": tries}) + "\n")
        connection.close()

    async def run(self, connections: int):
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        loop.add_signal_handler(signal.SIGUSR1, self.reset)
        await asyncio.gather(*(self.worker(number) for number in range(connections)))
        print(f"{self.acknowledged} bookings acknowledged; {self.repeated} were repeated; "
              f"longest time without an acknowledged booking {self.longest_silence:.1f} s")
        if self.most_silence is not None and self.longest_silence > self.most_silence:
            self.problems.append(f"no booking was acknowledged for {self.longest_silence:.2f} s")
        for problem in self.problems[:20]:
            print(f"✘ {problem}")
        if self.problems:
            sys.exit(f"✘ {len(self.problems)} bookings failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plan", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--ports", type=int, nargs="+", required=True)
    parser.add_argument("--longest-silence", type=float)
    parser.add_argument("--connections", type=int, default=32)
    chosen = parser.parse_args()
    asyncio.run(Load(chosen).run(chosen.connections))


if __name__ == "__main__":
    main()
