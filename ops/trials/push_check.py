"""Checks for ops/pushes which deliveries a fake of APNs has received.

    push_check.py --received FILE --settled FILE --sent FILE

`received` is the record of apns_fake.py. Each line of `settled` has a time at which a delivery's success was recorded already, and the
delivery's id. `sent` has the ids of all deliveries that the outbox records as sent in the end.
"""

import argparse
import sys


def lines(path: str) -> list:
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file if line.strip()]


def settled_times(path: str) -> dict:
    """Returns for each delivery the earliest time at which its success was seen as recorded."""
    settled = {}
    for time, delivery in lines(path):
        settled[delivery] = min(float(time), settled.get(delivery, float("inf")))
    return settled


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--received", "--settled", "--sent"):
        parser.add_argument(name, required=True)
    chosen = parser.parse_args()
    settled = settled_times(chosen.settled)
    sent = {delivery for (delivery,) in lines(chosen.sent)}
    accepted, repeated, late = set(), 0, []
    for time, delivery, answer in lines(chosen.received):
        if float(time) > settled.get(delivery, float("inf")):
            late.append(delivery)
        if answer in ("200", "lost", "goaway"):
            repeated += delivery in accepted
            accepted.add(delivery)
    if not sent:
        sys.exit("✘ nothing was sent")
    if lost := sent - accepted:
        sys.exit(f"✘ {len(lost)} deliveries are recorded as sent, and were never accepted")
    if late:
        sys.exit(f"✘ {len(late)} deliveries were sent again after their success was recorded")
    print(f"{len(sent)} deliveries were accepted; {repeated} times one was accepted again, since its answer or outcome was lost")


if __name__ == "__main__":
    main()
