"""Runs Chairside's commands and its server on a database."""

import os
import re
import subprocess
import time

import load
import processes

# With these options requests are counted, but the rate limits are never reached.
UNLIMITED = [argument for limit in ("network", "session", "account")
             for argument in (f"--{limit}-rate", "1000000/10000000")]


class Chairside:
    """One database, and its server while that runs."""

    def __init__(self, program: str, database: str, port: int, log: str):
        self.program, self.port = program, port
        self.environment = {**os.environ, "DATABASE_URL": database}
        self.log = open(log, "ab")
        self.process = None

    def command(self, *arguments: str) -> str:
        done = subprocess.run([self.program, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=self.log)
        if done.returncode:
            raise processes.Unusable(f"chairside {arguments[0]} ended with {done.returncode}; see {self.log.name}")
        return done.stdout.decode()

    def fill(self, *arguments: str):
        """Migrates, and makes the demo clinics. If PostgreSQL was too slow, the demo command is repeated and continues."""
        self.command("migrate")
        for attempt in range(3):
            try:
                self.command("demo", *arguments)
                return
            except processes.Unusable:
                if attempt == 2:
                    raise

    def events_per_second(self, command: str) -> dict:
        text = self.command(command)
        found = re.search(r"\((\d+) events/s\)", text)
        if not found:
            raise processes.Unusable(f"chairside {command} printed: {text[:300]}")
        return {"per_second": float(found[1])}

    def serve(self, loops: int = 0, *more: str) -> float:
        """Starts or restarts the server, perhaps with more options. With 0 loops the server chooses their number.

        Returns the milliseconds until it was ready.
        """
        self.stop_serving()
        arguments = [self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port), *UNLIMITED, *more]
        if loops:
            arguments += ["--loops", str(loops)]
        before = time.monotonic()
        self.process = processes.start(arguments, self.log, self.environment)
        ready = load.Target(f"http://127.0.0.1:{self.port}/readyz")
        while True:
            try:
                load.ask_once(ready)
                return (time.monotonic() - before) * 1000
            except (OSError, processes.Unusable):
                if self.process.poll() is not None or time.monotonic() - before > 60:
                    raise processes.Unusable(f"Chairside does not become ready; see {self.log.name}")
                time.sleep(0.001)

    @property
    def is_serving(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop_serving(self):
        if self.process:
            processes.stop(self.process)
            self.process = None

    def stop(self):
        self.stop_serving()
        self.log.close()
