"""The requests with which a stranger could try to learn who is a patient, for ops/strangers.

A question has several variants: the request about a person who is unknown to the clinic, and the same request about persons who are known
to it. All variants must get the same answer after the same time.
"""

import datetime
import random
import uuid
from dataclasses import dataclass, field
from typing import Awaitable, Callable

from appointment_changes import post
from clinic_api import BASE, VISIT_MINUTES, ClinicAPI, authorized, expect

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BIRTH_DATE = "1977-07-07"


@dataclass
class Request:
    method: str
    path: str
    body: dict
    headers: dict = field(default_factory=dict)


@dataclass
class Question:
    name: str
    variants: dict  # Maps the name of each variant to a function that prepares its next request.
    count: int = 0  # The number of requests for each variant; 0 for the number that the command names.
    # Whether the times must be equal. They may differ if the request contains a random id or code that its sender must
    # know already: then the time tells nothing about a person.
    is_timed: bool = True


def posting(path: str, body: Callable[[], dict]) -> Callable[[], Awaitable[Request]]:
    async def prepare() -> Request:
        return Request("POST", BASE + path, body(), {})

    return prepare


def new_address() -> str:
    return f"{uuid.uuid4().hex}@mail.example"


def new_network() -> dict:
    """The header field of a client in another network each time, so that no network reaches a limit (addresses of RFC 2544)."""
    return {"X-Forwarded-For": f"198.18.{random.randrange(256)}.{random.randrange(256)}"}


class Clinic:
    """The demo clinic, with a kiosk, open public booking, and three patients of the trial."""

    def __init__(self, port: int, database):
        self.port, self.database, self.api = port, database, ClinicAPI(port)

    async def sign_in(self):
        """Signs in anew, since a token is valid for ten minutes only."""
        self.admin, self.desk = await self.api.login("admin"), await self.api.login("receptionist")
        self.patient = await self.api.session("patient")

    async def open(self):
        api = self.api
        await self.sign_in()
        self.id = (await api.get("/clinic", self.desk))["id"]
        self.known = await api.get(f"/patients/{self.patient['subject_id']}", self.desk)
        tablet = expect(await post(self.port, "/tablets", self.admin, {"name": "Kiosk", "scope": "kiosk"}), 201)
        self.kiosk = authorized(tablet["token"])
        await self.open_public_booking()
        await self.bring_patients()

    async def open_public_booking(self):
        connection = self.api.connection()
        expect(await connection.request(
            "PUT", f"{BASE}/clinic/public-booking", authorized(self.admin), {"enabled": True, "shows_doctors": True}), 200)
        connection.close()
        public = f"/public/clinics/{self.id}"
        services = (await self.api.get(f"{public}/services", self.desk))["items"]
        self.public_service = next(each["service_id"] for each in services if not each.get("minimum_age"))
        times = await self.api.get(f"{public}/times?service_id={self.public_service}&{days(3, 12)}", self.desk)
        self.public_start = times["items"][0]["start"]

    async def bring_patients(self):
        """Registers a patient without a visit today, one with a visit, and one who has checked in."""
        services = await self.api.everything("/services", self.desk)
        service = next(each["id"] for each in services if each["duration_minutes"] == VISIT_MINUTES)
        slots = (await self.api.get(f"/slots?service_id={service}&{days(3, 12)}", self.desk))["items"]
        doctors = list(dict.fromkeys(slot["doctor_id"] for slot in slots))
        await self.register("Absent", "4111")
        for number, (name, digits) in enumerate([("Expected", "4222"), ("Arrived", "4333")]):
            patient = await self.register(name, digits)
            expect(await post(self.port, "/appointments", self.desk, {
                "patient_id": patient, "service_id": service, "doctor_id": doctors[number % len(doctors)],
                "start": five_minutes_begun(), "override": {"reason": "The trial's visit"}}), 201)
        answer = expect(await self.check_in(BIRTH_DATE, "4333"), 200)
        if not answer["checked_in"]:
            raise SystemExit(f"✘ the kiosk has not checked a patient in: {answer}")

    async def register(self, name: str, digits: str) -> str:
        answer = await post(self.port, "/patients", self.desk, {
            "given_name": name, "family_name": f"Stranger-{digits}", "birth_date": BIRTH_DATE, "phone": f"+49 30 555 {digits}"})
        return expect(answer, 201)["id"]

    async def check_in(self, birth_date: str, digits: str):
        connection = self.api.connection()
        answer = await connection.request(
            "POST", f"{BASE}/kiosk/check-ins", self.kiosk, {"birth_date": birth_date, "phone_digits": digits})
        connection.close()
        return answer

    # The kinds of requests that the trial sends, each with variants such as a known and an unknown address. The answers
    # to the variants of one kind must not differ.

    def questions(self) -> list:
        known = self.known["email"]
        return [
            Question("login with a wrong password", {
                "unknown address": posting("/auth/login", lambda: {"email": new_address(), "password": "a wrong password"}),
                "address of a patient": posting("/auth/login", lambda: {"email": known, "password": "a wrong password"}),
            }, count=100),
            Question("forgotten password", {
                "unknown address": posting("/auth/password-reset", lambda: {"email": new_address()}),
                "address of a patient": posting("/auth/password-reset", lambda: {"email": known}),
            }),
            Question("registration", {
                "unknown address": posting("/auth/register", lambda: self.registration(new_address())),
                "address of a patient": posting("/auth/register", lambda: self.registration(known)),
            }, count=100),
            Question("booking request", {
                "unknown person": posting(f"/public/clinics/{self.id}/requests", lambda: self.booking(
                    "Nova", "Unknown", "+49 30 000 0000", new_address())),
                "a patient's data": posting(f"/public/clinics/{self.id}/requests", lambda: self.booking(
                    self.known["given_name"], self.known["family_name"], self.known.get("phone") or "+49 30 000 0000", known)),
            }),
            Question("wrong code of a booking request", {
                "unknown request": self.wrong_code_of_nothing, "stored request": self.wrong_code,
            }, is_timed=False),
            Question("check-in at a kiosk", {
                "unknown person": self.at_kiosk("1911-01-01", "0000"),
                "patient without a visit today": self.at_kiosk(BIRTH_DATE, "4111"),
                "patient with a visit, wrong digits": self.at_kiosk(BIRTH_DATE, "4999"),
                "patient who has checked in": self.at_kiosk(BIRTH_DATE, "4333"),
                "patient with a visit, after ten failures": self.at_waiting_kiosk(BIRTH_DATE, "4222"),
            }),
            Question("pairing code", {
                "unknown code": posting("/pair", lambda: pairing(random_code(16))),
                "right first half": self.half_right_code,
                "used code": self.used_code,
            }, is_timed=False),
        ]

    def registration(self, email: str) -> dict:
        return {"email": email, "password": "tea before breakfast", "name": "Ida Falk"}

    def booking(self, given: str, family: str, phone: str, email: str) -> dict:
        return {"given_name": given, "family_name": family, "birth_date": self.known["birth_date"], "phone": phone,
                "email": email, "service_id": self.public_service, "start": self.public_start}

    async def wrong_code_of_nothing(self) -> Request:
        return self.confirmation(str(uuid.uuid4()))

    async def wrong_code(self) -> Request:
        """Sends a booking request first, since only five codes of a request are compared."""
        stored = await post(self.port, f"/public/clinics/{self.id}/requests", self.desk, self.booking(
            "Nova", "Unknown", "+49 30 000 0000", new_address()), new_network())
        return self.confirmation(expect(stored, 202)["request_id"])

    def confirmation(self, request: str) -> Request:
        return Request("POST", f"{BASE}/public/clinics/{self.id}/requests/{request}/confirm", {"code": "00000000"})

    def at_kiosk(self, birth_date: str, digits: str):
        async def prepare() -> Request:
            return Request("POST", f"{BASE}/kiosk/check-ins", {"birth_date": birth_date, "phone_digits": digits}, self.kiosk)

        return prepare

    def at_waiting_kiosk(self, birth_date: str, digits: str):
        async def prepare() -> Request:
            await self.check_in("1911-01-01", "0000")
            self.database.run("UPDATE attempt_count SET free_at = now() + interval '1 hour'")
            return await self.at_kiosk(birth_date, digits)()

        return prepare

    async def new_code(self) -> str:
        return expect(await post(self.port, "/pairing-codes", self.patient["access_token"]), 201)["code"]

    async def half_right_code(self) -> Request:
        code = await self.new_code()
        wrong = random.choice([one for one in CROCKFORD if one != code[-1]])
        return Request("POST", f"{BASE}/pair", pairing(code[:-1] + wrong))

    async def used_code(self) -> Request:
        body = pairing(await self.new_code())
        connection = self.api.connection()
        expect(await connection.request("POST", f"{BASE}/pair", {}, body), 200)
        connection.close()
        return Request("POST", f"{BASE}/pair", body)


def pairing(code: str) -> dict:
    return {"code": code, "clientName": "trial"}


def random_code(length: int) -> str:
    return "".join(random.choices(CROCKFORD, k=length))


def days(first: int, last: int) -> str:
    today = datetime.date.today()
    return f"from={today + datetime.timedelta(days=first)}&to={today + datetime.timedelta(days=last)}"


def five_minutes_begun() -> str:
    now = datetime.datetime.now(datetime.timezone.utc)
    return now.replace(minute=now.minute // 5 * 5, second=0).strftime("%Y-%m-%dT%H:%M:%SZ")
