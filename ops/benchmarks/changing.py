"""Reads of a queue that goes on changing."""

from concurrent.futures import ThreadPoolExecutor

import load
import processes
from desk import Desk, paced

WRITERS = 4  # connections that change it


def read(desk: Desk, connections: int, seconds: int, pause: int = 0) -> dict:
    """What readers get of a queue while others change it.

    An answer counts where it is news to the connection that asked: of no more answers on a connection than there were
    changes. With a pause (milliseconds in the mean, between an answer and the next request), the others pause half as long.
    """
    before = desk.entry_of_queue["version"]
    with ThreadPoolExecutor(1) as other:
        changing = other.submit(load.run, paced(desk.change, pause // 2), WRITERS, seconds)
        outcome = load.run(paced(desk.queue, pause), connections, seconds)
    changes = changing.result()["per_second"]
    if desk.entry_of_queue["version"] - before < changes * seconds * 0.9:
        raise processes.Unusable("the queue does not show what was changed")
    outcome["per_second"] = min(outcome["per_second"], connections * changes)
    outcome["changes_per_second"] = changes
    return outcome
