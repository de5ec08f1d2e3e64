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

from clinic_api import BASE, ClinicAPI, authorized, expect

API, ROLE = ClinicAPI(int(os.environ["FUZZ_PORT"])), os.environ["FUZZ_ROLE"]
ENDS_SESSION = re.compile(r"/(auth/(logout|refresh)|sessions/\{session_id\}|pin|pin/verify|device-reports)$")
TAKES_REFRESH_TOKEN = re.compile(r"/auth/(logout|refresh)$")
REAL_IDS_IN_TEN = 8
# For members whose name does not tell the kind of their ids: the member whose ids are of the same kind.
NAMED = {"guardian_id": "patient_id", "members": "patient_id", "doctors": "doctor_id", "doctor_ids": "doctor_id",
         "chair_ids": "chair_id", "further_service_ids": "service_id"}
chance = random.Random(1)
lock = threading.Lock()


class Known:
    """The role's token, and known ids by the name of the request's parameter."""

    def __init__(self):
        session = asyncio.run(API.session(ROLE))
        self.session, self.token = session["session_id"], session["access_token"]
        self.ids = asyncio.run(self.look_around())

    async def look_around(self) -> dict:
        desk, admin = await API.login("receptionist"), await API.login("admin")

        async def ids(path: str) -> list:
            items = (await API.get(path, desk))["items"]
            return [each.get("appointment", each)["id"] for each in items]

        own = await API.get("/me", self.token)
        patients = ([own["subject_id"]] if ROLE == "patient" else []) + await ids("/patients?limit=10")
        appointments = await ids("/appointments?from=2020-01-01&limit=50") + await ids("/appointments?limit=50")
        # A generated request gets no `staff_id` that exists, since the staff who sign in here must not be removed.
        found = {
            "patient_id": patients, "appointment_id": appointments, "doctor_id": await ids("/doctors"),
            "chair_id": await ids("/chairs"), "service_id": await ids("/services"),
            "invoice_id": await ids("/invoices"), "payment_id": await ids("/payments"),
            "credit_note_id": await ids("/credit-notes"),
        }
        return {**found, **await furnish(found, desk, admin)}


async def furnish(found: dict, desk: str, admin: str) -> dict:
    """Makes entities that the demo clinic lacks; returns their ids by the name of the requests' parameter."""
    patient, service, doctor = found["patient_id"][0], found["service_id"][0], found["doctor_id"][0]
    today = datetime.date.today()
    first, last = (today + datetime.timedelta(days=days) for days in (60, 90))
    currency = (await API.get("/clinic", desk))["currency"]
    line = {"description": "Filling", "quantity": 1, "unit_price": {"amount": 9_000, "currency": currency}}

    async def make(path: str, body: dict, token: str = desk, status: int = 201) -> dict:
        connection = API.connection()
        headers = {**authorized(token), "Idempotency-Key": str(uuid.uuid4())}
        answer = await connection.request("POST", BASE + path, headers, body)
        connection.close()
        return expect(answer, status)

    async def post(path: str, body: dict, token: str = desk) -> str:
        return (await make(path, body, token))["id"]

    visit = {"patient_id": patient, "service_id": service}
    payer = await post("/insurance-payers", {"name": "Example Insurance"}, admin)
    terms = {"valid_from": "2020-01-01", "percent": 50}
    coverage = await post(
        "/coverages", {"patient_id": patient, "payer_id": payer, "member_number": "A 1", "terms": terms})
    invoice = await post("/invoices", {"patient_id": patient, "lines": [line]})
    claim = await post("/insurance-claims", {"invoice_id": invoice, "coverage_id": coverage})
    draft = await post("/invoice-drafts", {"patient_id": patient, "lines": [line]})
    entry = await post("/waitlist", {**visit, "first_day": f"{first}", "last_day": f"{last}"})
    rule = {"every": 1, "unit": "days", "count": 14}
    hour = {"patient": "09", "doctor": "10", "receptionist": "11", "admin": "14"}[ROLE]  # each role plans a series of its own
    series = await post(
        "/series", {**visit, "doctor_id": doctor, "start": f"{first}T{hour}:00", "rule": rule, "skip_refused": True})
    block = await post(
        "/blocks", {"kind": "other", "start": f"{last}", "end": f"{last}", "doctor_ids": [doctor], "over_appointments": True})
    plan = await make(
        "/treatment-plans", {"patient_id": patient, "phases": ["Now"], "items": [{"service_id": service}]}, admin)
    chart = await make(f"/dental-charts/{patient}/tooth-findings", {"tooth": 26, "kind": "caries"}, admin, 200)
    none = [False] * 6
    measured = {"tooth": 16, "depths": [3] * 6, "recessions": [0] * 6, "bleeding": none, "plaque": none, "suppuration": none}
    examination = await post("/perio-examinations", {"patient_id": patient, "teeth": [measured]}, admin)
    return {"treatment_plan_id": [plan["id"]], "item_id": [plan["items"][0]["id"]],
            "finding_id": [chart["findings"][-1]["id"]], "examination_id": [examination],
            "payer_id": [payer], "coverage_id": [coverage], "claim_id": [claim], "draft_id": [draft],
            "waitlist_entry_id": [entry], "series_id": [series], "block_id": [block]}


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
        real = known.ids.get(NAMED.get(name, name))
        if is_id(value) and real:
            return chance.choice(real)
        if name == "start" and isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
            day = datetime.date.today() + datetime.timedelta(days=chance.randrange(40, 300))
            # A time of the clinic's wall clock has neither seconds nor an offset.
            end = ":00Z" if len(value) > 16 else ""
            return f"{day}T{chance.randrange(8, 16):02}:{chance.choice(['00', '30'])}{end}"
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
