"""Sends the same request many times at once to two servers on one database.

    contention.py --ports PORT PORT [--rounds 3]

A round has 500 concurrent bookings of one slot, for 500 patients, half of them at each server. Exactly one must succeed
(201), the others must get 409. Then 50 concurrent retries with one Idempotency-Key must make one appointment and get one
answer, byte for byte.
"""

import argparse
import asyncio
import collections
import json
import sys
import uuid

from clinic_api import BASE, CONTESTED_DAYS, ClinicAPI, Practice, authorized
from http_client import Answer

RIVALS, RETRIES = 500, 50
PER_ANSWER = {"date", "connection", "x-request-id"}  # These header fields differ between equal answers.


async def all_at_once(ports: list, token: str, bookings: list) -> list:
    """Sends each (Idempotency-Key, body) over its own connection. All connections are open before the first request is sent."""
    connections = [ClinicAPI(ports[number % len(ports)]).connection() for number in range(len(bookings))]
    for connection in connections:
        await connection.open()

    async def send(connection, key: str, body: str) -> Answer:
        headers = {**authorized(token), "Content-Type": "application/json", "Idempotency-Key": key}
        answer = await connection.request("POST", f"{BASE}/appointments", headers, body.encode())
        connection.close()
        return answer

    return await asyncio.gather(*(send(*each) for each in zip(connections, *zip(*bookings))))


def kind(answer: Answer) -> str:
    return f"{answer.status} {answer.json().get('type', '')}".strip()


async def one_slot(ports: list, practice: Practice):
    _, booking = next(practice.bookings(1))
    rivals = [(str(uuid.uuid4()), json.dumps({**json.loads(booking), "patient_id": patient}))
              for patient in practice.patients[:RIVALS]]
    answers = collections.Counter(kind(answer) for answer in await all_at_once(ports, practice.token, rivals))
    if answers != {"201": 1, "409 urn:chairside:problem:slot-taken": RIVALS - 1}:
        sys.exit(f"✘ {RIVALS} bookings of one slot: {dict(answers)}")


async def one_key(ports: list, practice: Practice):
    key, booking = next(practice.bookings(1))
    answers = await all_at_once(ports, practice.token, [(key, booking)] * RETRIES)
    different = {(answer.status, answer.body, tuple(sorted(
        (name, value) for name, value in answer.headers.items() if name not in PER_ANSWER))) for answer in answers}
    if len(different) != 1 or answers[0].status != 201:
        sys.exit(f"✘ {RETRIES} retries of one key had {len(different)} answers: {list(different)[:3]}")
    wanted = json.loads(booking)
    date = answers[0].json()["date"]
    for port in ports:
        day = f"/appointments?date={date}&doctor_id={wanted['doctor_id']}"
        made = [each["appointment"] for each in await ClinicAPI(port).everything(day, practice.token)]
        if [each["id"] for each in made if each["start"] == wanted["start"]] != [answers[0].json()["id"]]:
            sys.exit(f"✘ {RETRIES} retries of one key did not make exactly one appointment")


async def run(ports: list, rounds: int):
    practice = Practice(ClinicAPI(ports[0]), CONTESTED_DAYS)
    await practice.open(doctors=8, patients=RIVALS)
    for _ in range(rounds):
        await one_slot(ports, practice)
        await one_key(ports, practice)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ports", type=int, nargs="+", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    asyncio.run(run(chosen.ports, chosen.rounds))


if __name__ == "__main__":
    main()
