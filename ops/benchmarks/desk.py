"""A large practice on a Chairside server, and the requests of its front desk, which are measured.

URLs and bodies are in ops/trials/clinic_api.py.
"""

import asyncio
import copy
import datetime
import itertools
import json
import os
import sys
import time
import uuid

import load
import processes
from chairside import Chairside

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "trials"))

from clinic_api import BASE, CONTESTED_DAYS, VISIT_MINUTES, ClinicAPI, Practice, authorized, blocks
from http_client import NotSent, OutcomeUnknown

DOCTORS, QUEUE_ENTRIES = 32, 40
TOKEN_SECONDS = 240  # The age in seconds at which an access token is renewed; it is valid for ten minutes.


class Desk:
    """Makes the practice, and a load.Target for each kind of request."""

    def __init__(self, chairside: Chairside, patients: int):
        self.chairside = chairside
        self.practice = Practice(ClinicAPI(chairside.port))
        self.token_until = 0
        self.service_of_six = None
        done(self.open(patients))

    async def open(self, patients: int):
        await self.practice.open(DOCTORS, patients)
        self.day = await self.fill_a_day()
        # These chairs are free at the time of the last entries of the queue.
        self.free_chairs = itertools.cycle(self.practice.chairs[QUEUE_ENTRIES - DOCTORS:DOCTORS])

    async def fill_a_day(self) -> datetime.date:
        """Books the queue's entries on a day that the demo and the other bookings leave empty."""
        practice = self.practice
        today = datetime.datetime.now(practice.zone).date()
        day = next(date for date in (today + datetime.timedelta(days=offset) for offset in CONTESTED_DAYS)
                   if date.isoweekday() in practice.hours)
        opens = blocks(practice.hours[day.isoweekday()])[0][0]
        start = datetime.datetime.combine(day, datetime.time(opens // 60, opens % 60), practice.zone)
        entries = []
        for number in range(QUEUE_ENTRIES):
            turn, seat = divmod(number, DOCTORS)
            at = start.astimezone(datetime.timezone.utc) + datetime.timedelta(minutes=turn * VISIT_MINUTES)
            entries.append({
                "patient_id": practice.patients[number], "service_id": practice.service,
                "doctor_id": practice.doctors[seat], "chair_id": practice.chairs[seat],
                "start": at.strftime("%Y-%m-%dT%H:%M:%SZ")})
        await practice.api.create("/appointments", practice.token, entries)
        return day

    def on(self, chairside: Chairside):
        """The same practice on a server whose database is a copy."""
        other = copy.copy(self)
        other.chairside, other.practice = chairside, copy.copy(self.practice)
        other.practice.api = ClinicAPI(chairside.port)
        return other

    @property
    def token(self) -> str:
        """A token of the receptionist that is valid for some more minutes."""
        if time.monotonic() > self.token_until:
            self.practice.token = done(self.practice.api.login("receptionist"))
            self.token_until = time.monotonic() + TOKEN_SECONDS
        return self.practice.token

    def target(self, path: str, headers: dict = {}, **rest) -> load.Target:
        return load.Target(f"http://127.0.0.1:{self.chairside.port}{path}", {**authorized(self.token), **headers},
                           process=self.chairside.process.pid, **rest)

    @property
    def booking(self) -> load.Target:
        return self.target(
            f"{BASE}/appointments", {"Content-Type": "application/json"}, method="POST", status=201,
            requests=self.practice.bookings, give_back=self.practice.give_back, most_per_second=16_000)

    @property
    def queue(self) -> load.Target:
        return self.target(f"{BASE}/reception/queue?date={self.day}")

    @property
    def change(self) -> load.Target:
        """Moves an entry of the queue to another chair each time, so that the queue changes."""
        def moves(count: int):
            return ((str(uuid.uuid4()), json.dumps({"chair_id": next(self.free_chairs)})) for _ in range(count))

        return self.target(
            f"{BASE}/appointments/{self.entry_of_queue['id']}/reassign", {"Content-Type": "application/json"},
            method="POST", requests=moves, most_per_second=4_000)

    @property
    def entry_of_queue(self) -> dict:
        """The appointment that `change` changes, as the queue shows it."""
        return json.loads(load.ask_once(self.queue).content)["items"][-1]["appointment"]

    @property
    def list(self) -> load.Target:
        """The appointments of the queue's day as a filtered list, which is read from PostgreSQL for each answer."""
        return self.target(f"{BASE}/appointments?date={self.day}&limit=100")

    @property
    def poll(self) -> load.Target:
        etag = load.ask_once(self.queue).headers["ETag"]  # The ETag is read each time, since a restarted server may give another one.
        return self.target(f"{BASE}/reception/queue?date={self.day}", {"If-None-Match": etag}, status=304)

    @property
    def slots(self) -> load.Target:
        week = f"from={self.day}&to={self.day + datetime.timedelta(days=6)}"
        practice = self.practice
        return self.target(f"{BASE}/slots?service_id={practice.service}&doctor_id={practice.doctors[0]}&{week}")

    @property
    def month_of_slots(self) -> load.Target:
        """The free times of a service of six doctors in thirty days, in one answer."""
        if self.service_of_six is None:
            self.service_of_six = done(self.add_service_of_six())
        return self.target(f"{BASE}/slots?service_id={self.service_of_six}&from={self.day}&to={self.day + datetime.timedelta(days=29)}")

    async def add_service_of_six(self) -> str:
        api = self.practice.api
        admin = await api.login("admin")
        currency = (await api.get("/clinic", admin))["currency"]
        made = await api.create("/services", admin, [{
            "code": "SIX", "name": "By six doctors", "duration_minutes": VISIT_MINUTES,
            "price": {"amount": 5_000, "currency": currency}, "doctors": self.practice.doctors[:6]}])
        return made[0]["id"]

    @property
    def entry(self) -> load.Target:
        return load.Target(f"http://127.0.0.1:{self.chairside.port}{BASE}", process=self.chairside.process.pid)


def done(work):
    """Waits for the task; returns its result."""
    try:
        return asyncio.run(work)
    except (SystemExit, ConnectionError, OutcomeUnknown, NotSent) as problem:  # The API client ends a program with one of these exceptions.
        raise processes.Unusable(f"the practice: {problem}")


def paced(target: load.Target, pause: int) -> load.Target:
    """Returns the target with pauses of this many milliseconds."""
    slower = copy.copy(target)
    slower.pause = pause
    return slower
