"""Processor time of a measurement: what one request cost the server, PostgreSQL and the load generator."""

import resource

import processes


class ProcessorTime:
    """Counts from its creation on. `server` and `postgres` are process ids, 0 where there is none."""

    def __init__(self, server: int, postgres: int):
        self.parts = {"server_us": server, "postgres_us": postgres}
        self.before = self.now()

    def now(self) -> dict:
        seconds = {name: processes.processor_seconds_of(process) for name, process in self.parts.items() if process}
        # Of child processes that have ended: wrk and pgbench.
        generator = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds["generator_us"] = generator.ru_utime + generator.ru_stime
        return seconds

    def each(self, requests: float) -> dict:
        """Microseconds that each of so many requests took, by who used them."""
        after = self.now()
        return {name: (after[name] - self.before[name]) * 1e6 / max(1, requests) for name in after}
