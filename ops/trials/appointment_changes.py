"""Books and cancels visits of the demo's patient1 without pause, until it is ended. Servers may be killed meanwhile.

    appointment_changes.py --ports PORT … [--push-token TOKEN]

With a push token, a device of the patient is registered first.
"""

import argparse
import asyncio
import datetime
import random
import sys
import uuid

from clinic_api import BASE, VISIT_MINUTES, ClinicAPI, authorized
from http_client import Connection, NotSent, OutcomeUnknown

DAYS = (40, 46)  # The first and the last day of the visits, counted from today.


async def post(port: int, path: str, token: str, body: dict = None, more: dict = {}):
    """`more` has further header fields."""
    connection = Connection(port)
    try:
        return await connection.request(
            "POST", BASE + path, {**authorized(token), "Idempotency-Key": str(uuid.uuid4()), **more}, body)
    finally:
        connection.close()


async def register(port: int, token: str, push_token: str):
    """Registers a device of the patient."""
    answer = await post(port, "/user-devices", token, {
        "platform": "ios", "push_token": push_token, "environment": "production"})
    if answer.status not in (200, 201):
        sys.exit(f"✘ the device was not registered: {answer.status} {answer.body[:500]!r}")


async def change_one(port: int, patient: str):
    """Books a visit and cancels it."""
    api = ClinicAPI(port)
    token = await api.login("receptionist")
    services = await api.everything("/services", token)
    service = next(each["id"] for each in services if each["duration_minutes"] == VISIT_MINUTES)
    today = datetime.date.today()
    first, last = (today + datetime.timedelta(days=days) for days in DAYS)
    slots = (await api.get(f"/slots?service_id={service}&from={first}&to={last}", token))["items"]
    if not slots:
        return
    slot = random.choice(slots)
    booked = await post(port, "/appointments", token, {
        "patient_id": patient, "service_id": service, "doctor_id": slot["doctor_id"], "start": slot["start"]})
    if booked.status == 201:
        await post(port, f"/appointments/{booked.json()['id']}/cancel", token, {})


async def change(chosen):
    session = await ClinicAPI(chosen.ports[0]).session("patient")
    if chosen.push_token:
        await register(chosen.ports[0], session["access_token"], chosen.push_token)
    while True:
        try:
            await change_one(random.choice(chosen.ports), session["subject_id"])
        except (NotSent, OutcomeUnknown, SystemExit):
            # The server was killed or is starting.
            await asyncio.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ports", type=int, nargs="+", required=True)
    parser.add_argument("--push-token")
    asyncio.run(change(parser.parse_args()))


if __name__ == "__main__":
    main()
