"""The API client of trials and benchmarks: logins, a large practice, bookings. All code that depends on URLs and bodies is here.

    clinic_api.py plan --port PORT --count N          prints N bookings, each with its own free slot, as a plan:
                                                      `POST /api/v1/…`, headers (a token), an empty line, then lines of
                                                      Idempotency-Key, tab, body
    clinic_api.py token --port PORT --role ROLE       prints an access token of a demo account

The server's database has the demo clinic; the practice grows to what a plan needs, through the admin's endpoints.
"""

import argparse
import asyncio
import datetime
import json
import random
import sys
import uuid
import zoneinfo

from http_client import Connection

BASE = "/api/v1"
LOGINS = {"patient": "patient1", "doctor": "doctor1", "admin": "admin", "receptionist": "reception"}
PASSWORD = "chairside-demo"
VISIT_MINUTES = 30
# The days on which trials book, counted from today: after the demo's bookings, and within the booking horizon.
CONTESTED_DAYS, LOAD_DAYS = range(40, 60), range(60, 700)
WEEKS_AT_ONCE = 8
AT_ONCE = 32


def desk(clinic: str = "spree") -> dict:
    """The front desk's credentials."""
    return {"email": f"{LOGINS['receptionist']}@{clinic}.example", "password": PASSWORD}


class ClinicAPI:
    """One clinic of the demo, with its accounts."""

    def __init__(self, port: int, clinic: str = "spree"):
        self.port, self.clinic = port, clinic

    def connection(self) -> Connection:
        return Connection(self.port)

    async def login(self, role: str) -> str:
        """Returns an access token of the demo's account with that role."""
        return (await self.session(role))["access_token"]

    async def session(self, role: str, device: str = "") -> dict:
        """Signs in; returns the whole answer."""
        credentials = {"email": f"{LOGINS[role]}@{self.clinic}.example", "password": PASSWORD}
        if device:
            credentials["device_id"] = device
        connection = self.connection()
        answer = await connection.request("POST", f"{BASE}/auth/login", body=credentials)
        connection.close()
        return expect(answer, 200)

    async def get(self, path: str, token: str) -> dict:
        connection = self.connection()
        answer = await connection.request("GET", BASE + path, authorized(token))
        connection.close()
        return expect(answer, 200)

    async def everything(self, path: str, token: str) -> list:
        """Returns all items of a list, reading page by page."""
        items, cursor = [], ""
        while True:
            page = await self.get(path + ("&" if "?" in path else "?") + "limit=100" + cursor, token)
            items += page["items"]
            if not page.get("next_cursor"):
                return items
            cursor = f"&cursor={page['next_cursor']}"

    async def create(self, path: str, token: str, bodies: list) -> list:
        """Posts all bodies, some at a time; returns the answers in the same order."""
        answers, waiting = [None] * len(bodies), iter(enumerate(bodies))

        async def worker():
            connection = self.connection()
            for number, body in waiting:
                headers = {**authorized(token), "Idempotency-Key": str(uuid.uuid4())}
                answers[number] = expect(await connection.request("POST", BASE + path, headers, body), 201)
            connection.close()

        await asyncio.gather(*(worker() for _ in range(min(AT_ONCE, len(bodies)))))
        return answers


class Practice:
    """A clinic for load tests: it has so many doctors, each with a chair, that bookings rarely conflict."""

    def __init__(self, api: ClinicAPI, days: range = LOAD_DAYS):
        self.api, self.days = api, days

    async def open(self, doctors: int, patients: int):
        """Creates the missing doctors, chairs and patients."""
        api, admin, desk = self.api, await self.api.login("admin"), await self.api.login("receptionist")
        self.token, self.admin = desk, admin
        clinic = await api.get("/clinic", desk)
        self.zone = zoneinfo.ZoneInfo(clinic["time_zone"])
        self.hours = {day["weekday"]: day for day in clinic["opening_hours"]}
        services = await api.everything("/services", desk)
        self.service = next(each["id"] for each in services if each["duration_minutes"] == VISIT_MINUTES)

        self.doctors = [each["id"] for each in await api.everything("/doctors", desk)]
        self.doctors += [hired["id"] for hired in await api.create("/staff", admin, [
            {"name": f"Dr. Load {number}", "role": "doctor"} for number in range(len(self.doctors), doctors)])]
        self.chairs = [each["id"] for each in await api.everything("/chairs", desk)]
        self.chairs += [chair["id"] for chair in await api.create("/chairs", admin, [
            {"name": f"Load {number}"} for number in range(len(self.chairs), doctors)])]
        self.patients = [patient["id"] for patient in await api.create("/patients", desk, [
            {"given_name": random.choice(GIVEN), "family_name": f"{random.choice(FAMILY)}-{number}",
             "birth_date": f"{random.randrange(1940, 2020)}-{random.randrange(1, 13):02}-{random.randrange(1, 29):02}",
             "phone": f"+49 30 {number:07}", "allow_duplicate": True} for number in range(patients)])]
        self.slots = self.all_slots()
        self.next_slot = 0

    def all_slots(self) -> list:
        """Returns every free (doctor and chair, start) of the coming months.

        The order is that in which a clinic's schedule fills: the next weeks first, at random within them.
        """
        slots = []
        for first in range(self.days.start, self.days.stop, WEEKS_AT_ONCE * 7):
            some = self.slots_between(first, min(first + WEEKS_AT_ONCE * 7, self.days.stop))
            random.shuffle(some)
            slots += some
        return slots

    def slots_between(self, first: int, last: int) -> list:
        today = datetime.datetime.now(self.zone).date()
        starts = []
        for offset in range(first, last):
            date = today + datetime.timedelta(days=offset)
            day = self.hours.get(date.isoweekday())
            for start, end in blocks(day) if day else []:
                for minute in range(start, end - VISIT_MINUTES + 1, VISIT_MINUTES):
                    local = datetime.datetime.combine(
                        date, datetime.time(minute // 60, minute % 60), self.zone)
                    starts.append(local.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))
        return [(number, start) for number in range(min(len(self.doctors), len(self.chairs))) for start in starts]

    def bookings(self, count: int):
        """Returns (Idempotency-Key, body) of bookings that must all succeed.

        No slot is given twice. A patient always has the same doctor, so no patient has two appointments at once.
        """
        for number in range(count):
            if self.next_slot == len(self.slots):
                sys.exit(f"✘ the practice has only {len(self.slots)} slots")
            seat, start = self.slots[self.next_slot]
            self.next_slot += 1
            own = self.patients[seat::len(self.doctors)]
            yield str(uuid.uuid4()), json.dumps({
                "patient_id": own[number % len(own)], "service_id": self.service, "doctor_id": self.doctors[seat],
                "chair_id": self.chairs[seat], "start": start})

    def give_back(self, count: int):
        """Frees the slots of the last `count` bookings, which were not sent."""
        self.next_slot -= count


GIVEN = ["Zoë", "José", "Hoa", "Łukasz", "Aoife", "Søren", "Ayşe", "Björn"]
FAMILY = ["Bäcker", "Núñez", "Nguyễn", "Wójcik", "O'Brien", "Ångström", "Şahin", "Grün"]


def blocks(day: dict) -> list:
    """Returns the intervals of working time, in minutes of local time."""
    edges = [clock(day["opens"])]
    for pause in sorted(day.get("breaks") or [], key=lambda pause: pause["start"]):
        edges += [clock(pause["start"]), clock(pause["end"])]
    edges.append(clock(day["closes"]))
    return list(zip(edges[::2], edges[1::2]))


def clock(time: str) -> int:
    hours, minutes = time.split(":")[:2]
    return int(hours) * 60 + int(minutes)


def authorized(token: str) -> dict:
    return {"Authorization": f"Bearer {token}"}


def expect(answer, status: int):
    if answer.status != status:
        sys.exit(f"✘ answered {answer.status}, not {status}: {answer.body[:500]!r}")
    return answer.json()


async def print_plan(chosen):
    practice = Practice(ClinicAPI(chosen.port))
    slots_a_doctor = 6_000
    await practice.open(doctors=max(20, chosen.count // slots_a_doctor + 1), patients=2_000)
    print(f"POST {BASE}/appointments")
    print(f"Authorization: Bearer {practice.token}\nContent-Type: application/json\n")
    for key, body in practice.bookings(chosen.count):
        print(f"{key}\t{body}")


async def print_token(chosen):
    print(await ClinicAPI(chosen.port).login(chosen.role))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    plan = commands.add_parser("plan")
    plan.add_argument("--count", type=int, required=True)
    plan.set_defaults(run=print_plan)
    token = commands.add_parser("token")
    token.add_argument("--role", choices=LOGINS, required=True)
    token.set_defaults(run=print_token)
    for command in (plan, token):
        command.add_argument("--port", type=int, required=True)
    chosen = parser.parse_args()
    asyncio.run(chosen.run(chosen))


if __name__ == "__main__":
    main()
