"""Random walks of many clients over every command of a clinic, at two servers; see ops/walk.

    walk.py walk --ports PORT PORT --clients 20 --seconds 60 --seed 7 --psql PROGRAM --database URL
    walk.py books --port PORT        checks the sums of all invoices, payments and closed days

The API's description says which commands there are, what their bodies are, and which problems they may answer. A command
that is added to the API is walked without a change here, unless neither random bodies nor the recorded example meet its
conditions. Then it needs a story in walk_stories.py.
"""

import argparse
import asyncio
import base64
import collections
import random
import sys
import time
import urllib.parse
import uuid
import zoneinfo

import walk_bodies
from clinic_api import BASE, ClinicAPI, authorized
from http_client import Connection, NotSent, OutcomeUnknown
from trial_database import TrialDatabase
from walk_stories import STORIES, Stories

# Operations for signing in and for the caller's own account are left out, since the walk would lose its clients.
LEFT_OUT = {"Identity", "Accounts", "Tablets"}
# Commands that end the work of the clinic, or of a member of staff, for good are tried seldom.
SELDOM = {"retireService", "retireChair", "deactivateStaff", "eraseStaff", "erasePatient", "setOpeningHours",
          "setSchedulingRules", "setMobileAccess", "addClosure", "closeDay", "addTimeOff", "restrictRecord",
          "changeService", "changeStaffDetails", "mergePatients"}
OFTEN = {"bookAppointment", "checkIn", "seatPatient", "startTreatment", "finishTreatment", "completeAppointment",
         "issueInvoice", "payInvoice", "recordPayment", "reopenDay", "removeClosure", "removeTimeOff", "issueCreditNote"}
ROLES = ["receptionist", "receptionist", "doctor", "admin", "patient"]
# Commands that a walk cannot carry out: a check-in is missed an hour after the last one at the earliest.
OUT_OF_REACH = {"seeMissedCheckIn"}
# A walk of so many seconds must have carried out every other command.
COMPLETE_AFTER = 180
RENEWED_AFTER = 300  # The seconds after which a client signs in again. A token is valid for ten minutes.
# A PNG image of one pixel, for the uploads.
IMAGE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def fail(text: str):
    sys.exit(f"✘ {text}")


class Operation:
    """A command of the API."""

    def __init__(self, method: str, path: str, described: dict, components: dict):
        self.method, self.path, self.id = method.upper(), path, described["operationId"]
        self.roles = described.get("x-roles", [])
        content = described.get("requestBody", {}).get("content", {})
        self.body = content.get("application/json", {}).get("schema")
        # The recorded examples of the body by name. Many have the name of the role that sends them.
        self.examples = {
            name: each["value"] for name, each in content.get("application/json", {}).get("examples", {}).items()}
        self.takes_image = "image/png" in content
        parameters = described.get("parameters", [])
        self.parameters = [each["name"] for each in parameters if each.get("in") == "path"]
        self.queries = {
            each["name"]: each["schema"] for each in parameters if each.get("in") == "query" and each.get("required")}
        self.takes_key = any(each.get("$ref", "").endswith("IdempotencyKey") for each in parameters)
        self.problems = {}
        for status, answer in described["responses"].items():
            if "$ref" in answer:
                answer = components["responses"][answer["$ref"].rsplit("/", 1)[1]]
            self.problems[int(status)] = set(answer.get("x-problem-types", []))

    def weight(self) -> float:
        return 0.05 if self.id in SELDOM else 6 if self.id in OFTEN else 1


class Walk:
    def __init__(self, chosen: argparse.Namespace, description: dict):
        self.ports, self.seconds, self.until = chosen.ports, chosen.seconds, time.monotonic() + chosen.seconds
        self.clients, self.seed, self.shows = chosen.clients, chosen.seed, chosen.refusals
        components = description["components"]
        self.operations = [
            Operation(method, path, described, components)
            for path, methods in description["paths"].items() for method, described in methods.items()
            if method != "get" and described.get("x-roles") and not path.startswith("/v1/")
            and not set(described["tags"]) & LEFT_OUT]
        self.commands = {each.id: each for each in self.operations}
        self.database = TrialDatabase(chosen.psql, chosen.database)
        self.schemas = components["schemas"]
        self.known = walk_bodies.Known()
        self.tried, self.done = collections.Counter(), collections.Counter()
        self.refused = collections.Counter()
        self.wrong, self.without_target, self.example = [], set(), {}
        self.played, self.tokens = set(), {}

    async def learn(self, api: ClinicAPI):
        """Reads what the demo clinic has, so that the first commands have something to work on."""
        admin = await api.login("admin")
        for name in ("services", "chairs", "staff", "doctors", "patients", "appointments", "invoices", "payments"):
            for item in await api.everything(f"/{name}", admin):
                self.known.learn(item, name)
        for item in (await api.get("/drugs?q=a", await api.login("doctor")))["items"]:
            self.known.learn(item, "drugs")
        clinic = await api.get("/clinic", admin)
        self.clinic, self.zone = clinic["id"], zoneinfo.ZoneInfo(clinic["time_zone"])
        self.services = list(self.known.ids["service"])
        self.known.own_patient = (await api.session("patient"))["subject_id"]

    async def token(self, role: str) -> str:
        """A token of the role, for stories."""
        token, signed_in = self.tokens.get(role, ("", 0))
        if not token or time.monotonic() - signed_in > RENEWED_AFTER:
            token = await ClinicAPI(self.ports[0]).login(role)
            self.tokens[role] = (token, time.monotonic())
        return token

    async def run(self):
        async with asyncio.TaskGroup() as group:
            for number in range(self.clients):
                group.create_task(self.client(number))

    async def client(self, number: int):
        """One client: a role, a server and its own random decisions. How clients interleave is not part of the seed."""
        role, chance = ROLES[number % len(ROLES)], random.Random(f"{self.seed}-{number}")
        port = self.ports[number % len(self.ports)]
        api = ClinicAPI(port)
        token, signed_in = await api.login(role), time.monotonic()
        own = [each for each in self.operations if role in each.roles]
        weights = [each.weight() for each in own]
        bodies = walk_bodies.Bodies(self.schemas, self.known, chance, role)
        # The first clients of each role begin with every command of the role, in a random order.
        first = chance.sample(own, len(own)) if number < len(ROLES) else []
        connection = Connection(port)
        stories = Stories(self, connection, bodies, chance)
        while time.monotonic() < self.until:
            if time.monotonic() - signed_in > RENEWED_AFTER:
                token, signed_in = await api.login(role), time.monotonic()
            if chance.random() < 0.1:
                await self.look(connection, token, bodies, role)
            if not first and chance.random() < (0.01 if len(self.played) == len(STORIES) else 0.05):
                await stories.play()
                continue
            operation = first.pop() if first else self.choose(own, weights, chance)
            path = bodies.path(operation.path, operation.parameters, operation.id)
            if path is None:
                self.without_target.add(operation.id)
                continue
            if operation.queries:
                queries = {name: bodies.value(schema, name) for name, schema in operation.queries.items()}
                path += "?" + urllib.parse.urlencode(queries)
            # The recorded example of a body is more likely to be accepted than a random one.
            examples = operation.examples if not self.done[operation.id] and chance.random() < 0.5 else {}
            body = None if operation.body is None else bodies.body(operation.body, operation.id, examples)
            if operation.id == "closeDay":
                body["counted"] = await self.counted(connection, token, body, chance)
            await self.send(connection, token, operation, path, body, chance)
        connection.close()

    def choose(self, own: list, weights: list, chance: random.Random) -> Operation:
        """A random command of the role, now and then one that nobody has carried out yet."""
        missing = [each for each in own if not self.done[each.id]] if chance.random() < 0.2 else []
        return chance.choice(missing) if missing else chance.choices(own, weights)[0]

    async def look(self, connection: Connection, token: str, bodies: walk_bodies.Bodies, role: str):
        """Searches for free times, so that some bookings are possible."""
        query = bodies.search()
        if query is None:
            return
        answer = await connection.request("GET", f"{BASE}/slots?{query}", authorized(token))
        if answer.status == 200:
            self.known.offer(answer.json(), query)

    async def counted(self, connection: Connection, token: str, body: dict, chance: random.Random) -> list:
        """The money of each method that a drawer's day has, sometimes counted wrongly."""
        path = f"{BASE}/day-close/{body['date']}?drawer={body.get('drawer') or 1}"
        answer = await connection.request("GET", path, authorized(token))
        methods = answer.json().get("methods", []) if answer.status == 200 else []
        return [{"method": each["method"],
                 "amount": {**each["expected"], "amount": each["expected"]["amount"] + chance.choice([0, 0, -50])}}
                for each in methods]

    async def send(self, connection, token, operation, path, body, chance):
        """Sends a command and checks its answer.

        Returns the content of the answer, or `None` if the command was not carried out.
        """
        headers = {**authorized(token), "Idempotency-Key": str(uuid.UUID(int=chance.getrandbits(128)))}
        if operation.takes_image:
            body, headers["Content-Type"] = IMAGE, "image/png"
        self.tried[operation.id] += 1
        try:
            answer = await connection.request(operation.method, path, headers, body)
        except (NotSent, OutcomeUnknown) as problem:
            self.wrong.append(f"{operation.id}: {problem}")
            return None
        content = answer.json() if answer.body and "json" in answer.headers.get("content-type", "") else {}
        if answer.status < 300:
            if answer.status not in operation.problems:
                self.wrong.append(f"{operation.id} is not described to answer {answer.status}")
            self.done[operation.id] += 1
            is_new = operation.id in ("hireStaff", "registerPatient")
            self.known.learn(content, operation.path.rsplit("/", 1)[1], is_new)
            # A repeated request with the same idempotency key must give the same answer and have no second effect.
            if operation.takes_key and chance.random() < 0.05:
                again = await connection.request(operation.method, path, headers, body)
                repeated = again.json() if again.body and "json" in again.headers.get("content-type", "") else {}
                # Between the two requests the entity may have been changed, or the caller's access to it withdrawn.
                if again.status == answer.status and repeated.get("id") != content.get("id"):
                    self.wrong.append(f"{operation.id}: {content}, then {repeated} with the same key")
                if again.status not in (answer.status, 200, 403, 404, 409, 429):
                    self.wrong.append(f"{operation.id}: {answer.status}, then {again.status} with the same key")
            return content
        kind = content.get("type")
        reason = f"{operation.id}: {answer.status} {str(kind).rsplit(':', 1)[-1]}"
        self.refused[reason] += 1
        if self.shows:
            self.example[reason] = f"{body} {content.get('errors') or content.get('detail')}"
        if answer.status >= 500:
            self.wrong.append(f"{operation.id}: {answer.status} {content} for {body}")
        elif answer.status not in operation.problems or kind not in operation.problems[answer.status]:
            self.wrong.append(f"{operation.id} is not described to answer {answer.status} {kind}")
        return None

    def report(self):
        sent, done = sum(self.tried.values()), sum(self.done.values())
        print(f"{sent} commands were sent, {done} were carried out, {sent - done} were refused for "
              f"{len(self.refused)} reasons; seed {self.seed}")
        for reason, count in self.refused.most_common() if self.shows else []:
            print(f"  {count:6} {reason}  {self.example[reason]:.300}")
        never = sorted(each for each in self.commands if not self.done[each] and each not in OUT_OF_REACH)
        print(f"{len(self.commands.keys() & self.done.keys())} of {len(self.commands)} commands were carried out")
        if never:
            print(f"  never carried out: {', '.join(never)}")
        if never and self.seconds >= COMPLETE_AFTER:
            self.wrong.append(f"{len(never)} commands were never carried out in {self.seconds:g} s")
        if unfinished := sorted(set(STORIES) - self.played):
            print(f"  stories that nobody finished: {', '.join(unfinished)}")
        lacking = sorted(each for each in self.without_target if not self.tried[each])
        if lacking:
            print(f"  never tried, since nothing to try them on was seen: {', '.join(lacking)}")
        untried = sorted(each.id for each in self.operations if not self.tried[each.id] and each.id not in lacking)
        if untried:
            self.wrong.append(f"never tried: {', '.join(untried)}")
        for text in self.wrong[:20]:
            print(f"✘ {text}")
        if self.wrong:
            fail(f"{len(self.wrong)} answers are wrong")


async def walk(chosen: argparse.Namespace):
    connection = Connection(chosen.ports[0])
    description = (await connection.request("GET", "/openapi.json")).json()
    connection.close()
    walk = Walk(chosen, description)
    await walk.learn(ClinicAPI(chosen.ports[0]))
    await walk.run()
    walk.database.close()
    walk.report()


async def books(chosen: argparse.Namespace):
    """Checks the books as an accountant sees them: by the answers of the API alone."""
    api = ClinicAPI(chosen.port)
    admin = await api.login("admin")
    wrong = []
    invoices = {each["id"]: each for each in await api.everything("/invoices", admin)}
    payments = {each["id"]: each for each in await api.everything("/payments", admin)}
    paid = collections.Counter()
    for payment in payments.values():
        parts = sum(part["amount"]["amount"] for part in payment["allocations"])
        whole = 0 if payment["in_error"] else payment["amount"]["amount"]
        if parts + payment["credit"]["amount"] + payment["refunded"]["amount"] != whole:
            wrong.append(f"payment {payment['id']}: its parts, credit and refunds are not its amount")
        for part in payment["allocations"]:
            paid[part["invoice_id"]] += part["amount"]["amount"]
    for invoice in invoices.values():
        sums = {name: invoice[name]["amount"] for name in ("total", "paid", "balance", "credited", "written_off")}
        if sums["paid"] != paid[invoice["id"]]:
            wrong.append(f"invoice {invoice['number']}: payments give {paid[invoice['id']]}, not {sums['paid']}")
        rest = sums["total"] - sums["paid"] - sums["credited"] - sums["written_off"]
        if invoice["status"] != "void" and rest != sums["balance"]:
            wrong.append(f"invoice {invoice['number']}: {sums} do not add up")
        if min(sums.values()) < 0:
            wrong.append(f"invoice {invoice['number']} has a negative sum: {sums}")
    owed = collections.Counter()
    for invoice in invoices.values():
        owed[invoice["patient_id"]] += 0 if invoice["status"] == "void" else invoice["balance"]["amount"]
    credit = collections.Counter()
    for payment in payments.values():
        credit[payment["patient_id"]] += payment["credit"]["amount"]
    connection = Connection(chosen.port)
    for patient in sorted(set(owed) | set(credit)):
        answer = await connection.request("GET", f"{BASE}/patients/{patient}/balance", authorized(admin))
        if answer.status == 403:
            continue  # The patient's record is restricted, so the balance is not checked.
        if answer.status != 200:
            wrong.append(f"patient {patient}: the balance is answered with {answer.status}")
            continue
        balance = answer.json()
        # The balance of a patient includes that of a record which was merged into the patient's.
        known = await connection.request("GET", f"{BASE}/patients/{patient}", authorized(admin))
        records = [patient] + (known.json().get("merged_records", []) if known.status == 200 else [])
        due, left = sum(owed[record] for record in records), sum(credit[record] for record in records)
        if (balance["open"]["amount"], balance["credit"]["amount"]) != (due, left):
            wrong.append(f"patient {patient}: {balance}, but invoices and payments give {due}, {left}")
    for text in wrong[:20]:
        print(f"✘ {text}")
    if wrong:
        fail(f"{len(wrong)} sums are wrong")
    print(f"the sums of {len(invoices)} invoices and {len(payments)} payments are right to the minor unit")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    walking = commands.add_parser("walk")
    walking.add_argument("--ports", type=int, nargs="+", required=True)
    walking.add_argument("--clients", type=int, default=20)
    walking.add_argument("--seconds", type=float, default=60)
    walking.add_argument("--seed", type=int, required=True)
    walking.add_argument("--psql", required=True)
    walking.add_argument("--database", required=True)
    walking.add_argument("--refusals", action="store_true", help="list the refusals, each with a body")
    walking.set_defaults(run=walk)
    checking = commands.add_parser("books")
    checking.add_argument("--port", type=int, required=True)
    checking.set_defaults(run=books)
    chosen = parser.parse_args()
    asyncio.run(chosen.run(chosen))


if __name__ == "__main__":
    main()
