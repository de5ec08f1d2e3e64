"""Reads of a queue that keeps changing."""

from concurrent.futures import ThreadPoolExecutor

import load
import processes
from desk import Desk, paced
from processor_time import ProcessorTime

WRITERS = 4  # The number of connections that change the queue.


def read(desk: Desk, connections: int, seconds: int, pause: int = 0, postgres: int = 0) -> dict:
    """Measures the answers that readers of a queue get while other connections change it.

    An answer counts only if it is new to its connection: on each connection at most as many answers count as there were
    changes. `pause` is the mean time in milliseconds between an answer and the next request; the writers pause half as long.
    Processor time is per counted answer and includes the work of the changes.
    """
    before = desk.entry_of_queue["version"]
    used = ProcessorTime(desk.chairside.process.pid, postgres)
    with ThreadPoolExecutor(1) as other:
        changing = other.submit(load.run, paced(desk.change, pause // 2), WRITERS, seconds)
        outcome = load.run(paced(desk.queue, pause), connections, seconds)
    changes = changing.result()["per_second"]
    if desk.entry_of_queue["version"] - before < changes * seconds * 0.9:
        raise processes.Unusable("the queue does not show the changes")
    outcome["per_second"] = min(outcome["per_second"], connections * changes)
    outcome["changes_per_second"] = changes
    outcome.update(used.each(outcome["per_second"] * seconds))
    return outcome
