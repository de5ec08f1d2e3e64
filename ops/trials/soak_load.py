"""Runs wrk at full load for some minutes: bookings, queue reads, unchanged polls and free slots at the same time.

    python3 soak_load.py --port PORT --minutes N

Prints a line a minute. Fails if a request is refused that must succeed.
"""

import argparse
import asyncio
import concurrent.futures
import datetime
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "benchmarks"))

import load
from clinic_api import BASE, ClinicAPI, Practice, authorized

MOST_BOOKINGS = 4_000  # The maximum number of bookings per second, over all connections together.
SLOTS_A_DOCTOR = 8_000
CONNECTIONS = {"booking": 4, "queue": 16, "poll": 16, "slots": 4}


def targets(port: int, practice: Practice, token: str) -> dict:
    url, headers = f"http://127.0.0.1:{port}{BASE}", authorized(token)
    today = datetime.datetime.now(practice.zone).date()
    queue = load.Target(url + "/reception/queue", headers)
    etag = load.ask_once(queue).headers["ETag"]
    days = f"from={today}&to={today + datetime.timedelta(days=6)}"
    return {
        "booking": load.Target(url + "/appointments", {**headers, "Content-Type": "application/json"}, "POST", 201,
                               practice.bookings, most_per_second=MOST_BOOKINGS),
        "queue": queue,
        "poll": load.Target(queue.url, {**headers, "If-None-Match": etag}, status=304),
        "slots": load.Target(f"{url}/slots?service_id={practice.service}&doctor_id={practice.doctors[0]}&{days}",
                             headers),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--minutes", type=int, required=True)
    chosen = parser.parse_args()
    api = ClinicAPI(chosen.port)
    practice = Practice(api)
    doctors = MOST_BOOKINGS * 61 * chosen.minutes // SLOTS_A_DOCTOR + 20
    asyncio.run(practice.open(doctors, patients=5_000))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for minute in range(1, chosen.minutes + 1):
            kinds = targets(chosen.port, practice, asyncio.run(api.login("receptionist")))
            runs = {kind: pool.submit(load.run, target, CONNECTIONS[kind], 60) for kind, target in kinds.items()}
            rates = {kind: run.result()["per_second"] for kind, run in runs.items()}
            print(f"minute {minute}: " + ", ".join(f"{rate:,.0f} {kind}" for kind, rate in rates.items()) + " a second",
                  flush=True)


if __name__ == "__main__":
    try:
        main()
    except load.Unusable as problem:
        sys.exit(f"✘ {problem}")
