"""Chairside as the benchmark sees it: how it is started and filled, and every URL and body that is measured.

Everything that depends on its API is in this file.
"""

import os
import subprocess

import load
import peers


class Chairside:
    name = "Chairside"

    # Filled in by prepare(); a measurement whose target is None is left out.
    booking = queue = poll = slots = None

    def __init__(self, program: str, database: str, port: int, loops: int, scratch: str):
        self.program, self.loops, self.port = program, loops, port
        self.environment = {**os.environ, "DATABASE_URL": database}
        self.log = open(os.path.join(scratch, "chairside.log"), "wb")
        arguments = [program, "serve", "--host", "127.0.0.1", "--port", str(port)]
        if loops:
            arguments += ["--loops", str(loops)]
        self.process = subprocess.Popen(arguments, stdout=self.log, stderr=subprocess.STDOUT, env=self.environment)
        self.base = f"http://127.0.0.1:{port}"
        peers.wait_until_ready(self.base + "/readyz", self.process)
        self.prepare()

    # Sets self.booking, self.queue, self.poll and self.slots, each a load.Target with process=self.process.pid.
    # booking.requests(count) yields (Idempotency-Key, body) of different free slots; a few hundred thousand are needed,
    # so the clinic wants some 200 doctors and chairs, made with an admin's token over the API.
    def prepare(self):
        """Makes a clinic with many doctors and chairs over the API, a queue of 40 entries, and the four targets."""
        raise load.Unusable("the harness does not know the server's API yet")

    def queue_body(self) -> bytes:
        return load.ask_once(self.queue).content

    def append_events(self, seconds: float) -> dict:
        """Log append in-process."""
        raise load.Unusable("not there yet")

    def rebuild(self) -> dict:
        """Events a second of `chairside rebuild` over the log that the bookings left."""
        raise load.Unusable("not there yet")

    def stop(self):
        peers.stop(self.process)
        self.log.close()
