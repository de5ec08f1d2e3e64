"""Processor time of one request in the server, in PostgreSQL and in the load generator."""

import resource

import processes


class ProcessorTime:
    """Measures from its creation on. `server` and `postgres` are process ids, or 0 for none."""

    def __init__(self, server: int, postgres: int):
        self.parts = {"server_us": server, "postgres_us": postgres}
        self.before = self.now()

    def now(self) -> dict:
        seconds = {name: processes.processor_seconds_of(process) for name, process in self.parts.items() if process}
        # The processor time of the load generators wrk and pgbench, which are child processes that have ended.
        generator = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds["generator_us"] = generator.ru_utime + generator.ru_stime
        return seconds

    def each(self, requests: float) -> dict:
        """Returns the microseconds per request for each program."""
        after = self.now()
        return {name: (after[name] - self.before[name]) * 1e6 / max(1, requests) for name in after}
