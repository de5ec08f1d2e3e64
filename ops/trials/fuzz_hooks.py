"""Chairside's hooks for schemathesis: they sign in and supply ids that exist.

Run with SCHEMATHESIS_HOOKS=fuzz_hooks, FUZZ_PORT and FUZZ_ROLE. Operations that may end their own session get a new
session for each request. Most generated well-formed ids are replaced by real ones, so that requests are not all answered
with 404.
"""

import asyncio
import datetime
import os
import random
import re
import threading
import uuid

import schemathesis

from clinic_api import ClinicAPI

API, ROLE = ClinicAPI(int(os.environ["FUZZ_PORT"])), os.environ["FUZZ_ROLE"]
ENDS_SESSION = re.compile(r"/(auth/(logout|refresh)|sessions/\{session_id\}|pin|pin/verify|device-reports)$")
TAKES_REFRESH_TOKEN = re.compile(r"/auth/(logout|refresh)$")
REAL_IDS_IN_TEN = 8
chance = random.Random(1)
lock = threading.Lock()


class Known:
    """The role's token, and known ids by the name of the request's parameter."""

    def __init__(self):
        session = asyncio.run(API.session(ROLE))
        self.session, self.token = session["session_id"], session["access_token"]
        self.ids = asyncio.run(self.look_around())

    async def look_around(self) -> dict:
        desk = await API.login("receptionist")

        async def ids(path: str) -> list:
            items = (await API.get(path, desk))["items"]
            return [each.get("appointment", each)["id"] for each in items]

        own = await API.get("/me", self.token)
        patients = ([own["subject_id"]] if ROLE == "patient" else []) + await ids("/patients?limit=10")
        appointments = await ids("/appointments?from=2020-01-01&limit=50") + await ids("/appointments?limit=50")
        # A generated request gets no `staff_id` that exists, since the staff who sign in here must not be removed.
        return {
            "patient_id": patients, "appointment_id": appointments, "doctor_id": await ids("/doctors"),
            "chair_id": await ids("/chairs"), "service_id": await ids("/services"),
            "invoice_id": await ids("/invoices"), "payment_id": await ids("/payments"),
            "credit_note_id": await ids("/credit-notes"),
        }


known = Known()


@schemathesis.auth(refresh_interval=None)
class SignedIn:
    def get(self, case, context) -> str:
        if not ENDS_SESSION.search(case.operation.path):
            return known.token
        session = asyncio.run(API.session(ROLE, device=str(uuid.uuid4())))
        return session["refresh_token" if TAKES_REFRESH_TOKEN.search(case.operation.path) else "access_token"]

    def set(self, case, token: str, context):
        case.headers["Authorization"] = f"Bearer {token}"


def is_id(value) -> bool:
    try:
        return str(uuid.UUID(value)) == value
    except (ValueError, AttributeError, TypeError):
        return False


def with_real(name: str, value):
    if isinstance(value, dict):
        return {key: with_real(key, each) for key, each in value.items()}
    if isinstance(value, list):
        return [with_real(name, each) for each in value]
    with lock:
        if chance.randrange(10) >= REAL_IDS_IN_TEN:
            return value
        if is_id(value) and known.ids.get(name):
            return chance.choice(known.ids[name])
        if name == "start" and isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
            day = datetime.date.today() + datetime.timedelta(days=chance.randrange(40, 300))
            return f"{day}T{chance.randrange(8, 16):02}:{chance.choice(['00', '30'])}:00Z"
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            for name in part:
                part[name] = with_real(name, part[name])
                # The session that the script uses must stay, so its id is replaced.
                if part[name] == known.session:
                    part[name] = str(uuid.uuid4())
