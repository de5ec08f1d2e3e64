"""The marks: the wanted value of each figure."""

from dataclasses import dataclass
from typing import Optional

from bench import OURS
from figures import append, booking, followed_queue, growth, idle_connections, lone_booking, queue_read, rebuild, start, static_json
from figures import month_of_slots, patient_search, unchanged_poll, uploads


@dataclass(frozen=True)
class Mark:
    """A bound for a median of Chairside, or for its ratio to another program's median."""

    figure: str
    text: str
    what: str
    beside: Optional[str]  # The beginning of the other program's name; None for a bound of Chairside's own median.
    bound: float
    unit: str = "×"
    of: str = "per_second"
    at_most: bool = False
    ours: str = OURS

    def verdict(self, medians: dict) -> dict:
        """`medians` is {(what, who): medians}."""
        value = self.value(medians)
        return {"figure": self.figure, "text": self.text, "value": value, "bound": self.bound, "at_most": self.at_most,
                "unit": self.unit, "held": None if value is None else self.holds(value)}

    def value(self, medians: dict) -> Optional[float]:
        ours = self.median(medians, self.ours)
        if self.beside is None or ours is None:
            return ours
        peers = self.median(medians, self.beside)
        return ours / peers if peers else None

    def median(self, medians: dict, who: str) -> Optional[float]:
        return next((figures[self.of] for (what, name), figures in medians.items()
                     if what == self.what and name.startswith(who)), None)

    def holds(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound


MARKS = [
    Mark(booking.NAME, "bookings/s beside pgbench -c 32, bare INSERTs", booking.WHAT, "pgbench", 0.5),
    Mark(booking.NAME, "bookings/s beside FastAPI", booking.WHAT, "FastAPI", 4),
    Mark(lone_booking.NAME, "lone booking, p50 beside pgbench -c 1", lone_booking.WHAT, "pgbench", 4, of="p50_ms",
         at_most=True),
    Mark(queue_read.NAME, "changed queue beside FastAPI", queue_read.WHAT, "FastAPI", 5),
    Mark(queue_read.NAME, "changed queue beside pgbench, the same rows", queue_read.WHAT, "pgbench", 0.5),
    Mark(unchanged_poll.NAME, "unchanged poll beside nginx", unchanged_poll.WHAT, "nginx", 1),
    Mark(static_json.NAME, "1 KB static JSON beside nginx", static_json.WHAT, "nginx", 1),
    Mark(static_json.NAME, "1 KB static JSON beside Hummingbird", static_json.WHAT, "Hummingbird", 2.5),
    Mark(static_json.NAME, "1 KB static JSON beside uvicorn, plain ASGI", static_json.WHAT, "uvicorn", 3),
    Mark(rebuild.NAME, "rebuild of all read models", rebuild.WHAT, None, 150_000, "events/s"),
    Mark(append.NAME, "append through the log's own API", append.WHAT, None, 30_000, "events/s"),
    Mark(growth.NAME, "booking, p99 with a long log beside a short one", growth.BOOKING, growth.SHORT, 1.25, of="p99_ms",
         at_most=True, ours=growth.LONG),
    Mark(growth.NAME, "changed queue, p99 with a long log beside a short one", growth.QUEUE, growth.SHORT, 1.25,
         of="p99_ms", at_most=True, ours=growth.LONG),
    Mark(idle_connections.NAME, "resident memory with idle connections", idle_connections.WHAT, None, 150, "MB",
         of="memory_mb", at_most=True),
    Mark(patient_search.NAME, "patient search among 200,000, p99", patient_search.WHAT, None, 20, "ms", of="p99_ms", at_most=True),
    Mark(month_of_slots.NAME, "free slots of 30 days and 6 doctors, p99", month_of_slots.WHAT, None, 20, "ms", of="p99_ms",
         at_most=True),
    Mark(followed_queue.NAME, "a change of a queue for a follower's stream", followed_queue.WHAT, None, 2_047, "bytes",
         of="bytes", at_most=True, ours=followed_queue.STREAM),
    Mark(followed_queue.NAME, "a change of a queue for a follower's poll", followed_queue.WHAT, None, 2_047, "bytes",
         of="bytes", at_most=True, ours=followed_queue.POLL),
    Mark(uploads.NAME, "bookings/s during 32 uploads beside bookings alone", uploads.WHAT, uploads.ALONE, 0.8, ours=uploads.DURING),
    Mark(start.NAME, "start to ready", start.WHAT, None, 150, "ms", of="p50_ms", at_most=True),
]
