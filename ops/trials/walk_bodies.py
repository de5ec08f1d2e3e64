"""The bodies and paths of ops/walk: random values that fit the API's description, and often fit the clinic's state too."""

import collections
import datetime
import random
import re
import uuid

# The resources of ids in paths and bodies. Ids whose name is the name of the resource with `_id` are not listed.
NAMED = {"guardian_id": "patient", "members": "patient", "doctors": "doctor", "hygienist_id": "doctor",
         "hygienists": "doctor", "draft_id": "draft",
         "further_service_ids": "service", "visit_id": "appointment"}
# The resources of path elements and of lists in answers. Names that are the plural of the resource are not listed.
CONTAINED = {"staff": "staff", "invoice-drafts": "draft", "closures": "closure", "time_off": "time_off",
             "insurance-payers": "payer", "insurance-claims": "claim",
             "notification-deliveries": "delivery", "treatment-plans": "treatment_plan",
             "perio-examinations": "examination", "findings": "finding",
             "allergies": "allergy", "vitals": "vitals", "note-templates": "note_template",
             "credit-notes": "credit_note", "consent-templates": "template",
             "history-forms": "form", "messages": "thread", "waitlist": "waitlist_entry", "series": "series", "special_hours": "special_hours"}
# Commands that are sent only about people whom this trial has added. The other people are signed in as clients, and
# these commands would end their access.
NEWCOMERS = {"deactivateStaff", "eraseStaff", "changeStaffDetails", "erasePatient"}
# The day of the examples in the API's description; see ExampleNormalizer.
EXAMPLES_DAY = datetime.date(2026, 11, 24)
NOBODY_LISTENS = "http://127.0.0.1:9/"  # The receiver of the webhooks, at the port of the discard service (RFC 863).
KEPT = 400  # The maximum number of ids of one resource that are remembered. Commands mostly use the latest.


def named(member: str) -> str:
    """The resource that a member with an id or with ids names."""
    return NAMED.get(member, re.sub("_ids?$", "", member))


class Known:
    """The clinic's ids and free times, as far as the clients have seen them in answers."""

    def __init__(self):
        self.ids = collections.defaultdict(list)
        self.free = []  # The free times that a search offered: service, start and doctor.
        self.amounts = [100]
        self.own_patient = None  # The patient who is signed in as a client.
        # Maps the id of a time off or of special hours to the member of staff, the id of an item to its treatment plan,
        # the id of a finding to its patient, and the id of a message to its thread.
        self.parents = {}

    def learn(self, answer, element: str, is_new: bool = False):
        """Remembers the ids in the answer to a request whose path ends with `element`."""
        if is_new and "id" in answer:
            self.add("new " + CONTAINED.get(element, element.rstrip("s")), answer["id"])
        if isinstance(answer, dict) and "id" in answer:
            is_message = element == "messages" and "thread_id" in answer
            resource = "message" if is_message else CONTAINED.get(element, element.rstrip("s"))
            self.add(resource, answer["id"])
            if is_message:
                self.parents[answer["id"]] = answer["thread_id"]
            if "doctor" in answer.get("roles", []):
                self.add("doctor", answer["id"])
        self.search(answer)

    def search(self, value, owner=None):
        """Finds ids in an answer: members such as `patient_id`, and the elements of lists such as `closures`."""
        if isinstance(value, list):
            for item in value[:20]:
                self.search(item, owner)
        elif isinstance(value, dict):
            owner = value.get("id", owner)
            if "phases" in value:
                for part in value["items"]:
                    self.add("item", part["id"])
                    self.parents[part["id"]] = value["id"]
            for name, item in value.items():
                if name.endswith("_id") and isinstance(item, str):
                    self.add(name[:-3], item)
                elif name in ("balance", "credit", "total") and isinstance(item, dict) and item.get("amount", 0) > 0:
                    self.amounts = (self.amounts + [item["amount"]])[-50:]
                else:
                    if isinstance(item, dict) and isinstance(item.get("id"), str):
                        self.add(name, item["id"])
                    self.search(item, owner)
                if name in CONTAINED and isinstance(item, list):
                    of_staff = "roles" in value
                    for part in item:
                        resource = "staff_hours" if of_staff and name == "special_hours" else CONTAINED[name]
                        self.add(resource, part["id"])
                        self.parents[part["id"]] = value["id"]

    def add(self, resource: str, item: str):
        own = self.ids[resource]
        if item not in own:
            own.append(item)
            if len(own) > KEPT:
                own.pop(0)

    def offer(self, answer: dict, query: str):
        service = re.search("service_id=([^&]*)", query)[1]
        self.free = (self.free + [(service, slot["start"], slot["doctor_id"]) for slot in answer["items"][:20]])[-200:]


class Bodies:
    """Random bodies and paths of one client."""

    def __init__(self, schemas: dict, known: Known, chance: random.Random, role: str):
        self.schemas, self.known, self.chance, self.role = schemas, known, chance, role

    def some(self, resource: str):
        """An id of the resource, mostly one of the latest; `None` if the clients have seen none."""
        own = self.known.ids[resource]
        if resource == "patient" and self.known.own_patient and self.chance.random() < 0.1:
            # Most commands of patients need something that belongs to the patient who is signed in.
            return self.known.own_patient
        if not own:
            return None
        return self.chance.choice(own[-10:] if self.chance.random() < 0.6 else own)

    def path(self, template: str, parameters: list, operation: str):
        """The path with known ids in it; `None` if there is no id for one of them."""
        if operation in NEWCOMERS:
            resource = parameters[0][:-3]
            newcomer = self.some(f"new {resource}")
            return newcomer and template.replace(f"{{{resource}_id}}", newcomer)
        for part in ("time_off", "staff_hours"):
            if f"{part}_id" in parameters:
                chosen = self.some(part)
                owner = chosen and self.known.parents[chosen]
                return chosen and template.replace(f"{{{part}_id}}", chosen).replace("{staff_id}", owner)
        for part, whole in (("item", "treatment_plan"), ("finding", "patient"), ("message", "thread")):
            if f"{part}_id" in parameters:
                chosen = self.some(part)
                owner = chosen and self.known.parents[chosen]
                return chosen and template.replace(f"{{{part}_id}}", chosen).replace(f"{{{whole}_id}}", owner)
        for name in parameters:
            value = self.today().isoformat() if name == "date" else self.some(NAMED.get(name, name[:-3]))
            if value is None:
                return None
            template = template.replace("{" + name + "}", value)
        return template

    def search(self):
        service = self.some("service")
        first = self.today() + datetime.timedelta(days=self.chance.randrange(0, 30))
        return service and f"service_id={service}&from={first}&to={first + datetime.timedelta(days=2)}"

    def today(self) -> datetime.date:
        return datetime.datetime.now(datetime.timezone.utc).date()

    def example(self, examples: dict, role: str):
        """A recorded example of a body, preferably one that the role sends."""
        return self.present(examples[role if role in examples else self.chance.choice(sorted(examples))], "")

    def present(self, value, name: str):
        """The value of an example with ids of this clinic, and with dates that are as far from today as those of the
        example are from its day."""
        if isinstance(value, dict):
            return {each: self.present(inner, each) for each, inner in value.items()}
        if isinstance(value, list):
            return [self.present(inner, name) for inner in value]
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d(T[0-9:]+Z?)?", value):
            return f"{datetime.date.fromisoformat(value[:10]) + (self.today() - EXAMPLES_DAY)}{value[10:]}"
        if isinstance(value, str) and re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", value):
            if name == "idempotency_key":
                return str(uuid.UUID(int=self.chance.getrandbits(128)))
            return self.some(named(name)) or value
        return value

    def body(self, schema: dict, operation: str, examples: dict = {}):
        """A random body, or one of the examples."""
        body = self.example(examples, self.role) if examples else self.value(schema, "") or {}
        if operation in ("bookAppointment", "holdSlot", "rescheduleAppointment") and self.chance.random() < 0.8:
            self.at_a_free_time(body, operation)
        if self.role == "patient" and isinstance(body, dict):
            # Patients book for themselves, and choose neither chairs nor exceptions.
            for name in ("patient_id", "chair_id", "override", "duration_minutes", "further_service_ids", "walk_in"):
                body.pop(name, None)
        if operation == "setMobileAccess":
            # All areas of the mobile app stay open, since otherwise every later command would be refused.
            return {role: self.schemas["MobileAccess"]["properties"][role]["items"]["enum"] for role in body}
        if operation == "setNotificationSettings":
            body["reminder_minutes"], body["texts"] = sorted(set(body["reminder_minutes"])), []
            body["recall_days"] = sorted(set(body.get("recall_days") or []))
        if operation in ("registerWebhook", "changeWebhook"):
            body["url"] = NOBODY_LISTENS
        if operation == "readNotifications":
            body["up_to"] = self.some("notification") or body["up_to"]
        if operation == "setRecallRule":
            body = {"months": self.chance.choice([3, 6, 12])}
        if body.get("effect") in ("other", "extra"):
            body["shifts"] = [{"start": "09:00", "end": "12:00"}, {"start": "13:00", "end": "19:00"}]
        elif "effect" in body:
            body.pop("shifts", None)
        for first, last in (("start", "end"), ("first_day", "last_day")):
            if first in body and last in body:
                body[first], body[last] = sorted((body[first], body[last]))
        if operation in ("createService", "changeService"):
            self.divide(body)
        if operation == "blockTime" and "T" not in body["start"]:
            # A random block covers one day. The server would accept up to 31 days.
            body["end"] = body["start"]
        if operation in ("proposeTreatmentPlan", "reviseTreatmentPlan"):
            # Most random phases, alternatives and faces of teeth would be refused.
            for item in body["items"]:
                for name in ("phase", "alternative", "tooth", "surfaces"):
                    item.pop(name, None)
        if operation == "recordToothFinding":
            # Most random teeth, faces and materials would be refused.
            body.pop("surfaces", None)
            body.pop("material", None)
        if operation == "recordPerioExamination":
            body["teeth"] = [self.measured()]
        if operation == "bookAppointment" and self.chance.random() < 0.7:
            body.pop("treatment_items", None)
        if operation == "recordVitals":
            body = {"measurements": [{"type": "pain", "value": self.chance.randrange(0, 11), "unit": "{score}"}]}
        for code in ("atc_code", "icd_code") if operation == "prescribeDrug" else ("atc_code", "icd_code", "drug_id"):
            body.pop(code, None)
        if operation == "registerPatient":
            body["allow_duplicate"] = True
        if operation in ("hireStaff", "changeStaffDetails"):
            # The member `role` of a request is the older form of `roles`.
            body.pop("role", None)
            body["roles"] = self.chance.choice([["doctor"], ["doctor", "admin"], ["receptionist"]])
            body.pop("hours", None)
        return body

    def measured(self):
        """The measurements of a tooth in a periodontal examination."""
        def values(least, most):
            return [self.chance.randint(least, most) for _ in range(6)]
        def marks():
            return [self.chance.random() < 0.2 for _ in range(6)]
        return {"tooth": 16, "depths": values(0, 15), "recessions": values(-10, 15), "bleeding": marks(), "plaque": marks(),
                "suppuration": marks()}

    def divide(self, service: dict):
        """Gives some services a capacity, and others a hygienist, who treats until the last five minutes."""
        service.pop("segments", None)
        service.pop("hygienists", None)
        hygienists = {self.some("doctor"), self.some("doctor")} - {None}
        service.pop("capacity", None)
        if self.chance.random() < 0.3:
            service["capacity"] = self.chance.randrange(1, 4)
        elif hygienists and service["duration_minutes"] > 5 and self.chance.random() < 0.3:
            service["segments"] = [{"provider": "hygienist", "minutes": service["duration_minutes"] - 5},
                                   {"provider": "doctor", "minutes": 5}]
            service["hygienists"] = sorted(hygienists)

    def at_a_free_time(self, body: dict, operation: str):
        if not self.known.free:
            return
        service, start, doctor = self.chance.choice(self.known.free)
        for name in ("duration_minutes", "chair_id", "walk_in", "afterwards", "further_service_ids", "hold_id",
                     "hygienist_id"):
            body.pop(name, None)
        if self.chance.random() < 0.9:
            body.pop("override", None)
        body["start"], body["doctor_id"] = start, doctor
        if operation != "rescheduleAppointment":
            body["service_id"] = service
            if self.role != "patient":
                body["patient_id"] = self.some("patient")

    def value(self, schema: dict, name: str):
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]]
        if "oneOf" in schema or "anyOf" in schema:
            return self.value(self.chance.choice(schema.get("oneOf") or schema["anyOf"]), name)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        kind = schema.get("type", "object")
        if isinstance(kind, list):
            kind = self.chance.choice(kind)
        return getattr(self, f"a_{kind}")(schema, name)

    def a_null(self, schema, name):
        return None

    def a_boolean(self, schema, name):
        return self.chance.random() < 0.5

    def a_object(self, schema, name):
        properties = schema.get("properties", {})
        if set(properties) == {"amount", "currency"}:
            return {"amount": self.an_amount(), "currency": "EUR" if self.chance.random() < 0.98 else "CHF"}
        if set(properties) == {"treatment_plan_id", "item_id"}:
            item = self.some("item") or "00000000-0000-7000-8000-000000000000"
            return {"treatment_plan_id": self.known.parents.get(item, item), "item_id": item}
        if "weekday" in properties:
            return {"weekday": self.chance.randrange(1, 8), "opens": "08:00", "closes": "18:00"}
        needed = schema.get("required", [])
        chosen = {each: self.value(inner, each) for each, inner in properties.items()
                  if each in needed or self.chance.random() < 0.3}
        return chosen

    def an_amount(self) -> int:
        """An amount in minor units: often one that is open or left somewhere, or a part of it."""
        known = self.chance.choice(self.known.amounts)
        return self.chance.choice([known, known, known // 2, 1, 0, known + 1, self.chance.randrange(1, 30_000)])

    def a_array(self, schema, name):
        least = schema.get("minItems", 0)
        most = max(least, min(schema.get("maxItems", 3), 3))
        items = [self.value(schema["items"], name) for _ in range(self.chance.randrange(least, most + 1))]
        if least == schema.get("maxItems"):
            return items
        return list({str(item.get("weekday", item) if isinstance(item, dict) else item): item for item in items}.values())

    def a_integer(self, schema, name):
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        if name == "tooth":
            return self.chance.choice([11, 26, 36, 48, 55, 85])
        if name == "drawer":
            return self.chance.randrange(1, 3)
        if name == "number":
            # Most prescriptions have been given out at most twice.
            return self.chance.randrange(1, 4)
        if name in ("every", "count"):
            return self.chance.randrange(1, 5)
        if name == "duration_minutes":
            return self.chance.choice([10, 15, 30, 45, 60])
        return self.chance.choice([low, high, self.chance.randint(low, high)])

    def a_number(self, schema, name):
        if name == "tax_percent":
            return self.chance.choice([0, 7.7, 19])
        return self.chance.choice([1, 1, 2, 0.5, 1.255])

    def a_string(self, schema, name):
        form = schema.get("format")
        if form == "uuid":
            return self.some(named(name)) or "00000000-0000-7000-8000-000000000000"
        if form == "date":
            return self.a_date(name).isoformat()
        if form == "date-time":
            at = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
            at += datetime.timedelta(minutes=self.chance.choice([-120, -60, 0, 60, 1440, 2880, 10_080]) +
                                     self.chance.choice([0, 15, 30]))
            return at.isoformat().replace("+00:00", "Z")
        if form == "email":
            return f"walk{self.chance.randrange(10**9)}@walk.example"
        pattern = schema.get("pattern", "")
        if "T" in pattern:
            # The value is a date and time of the clinic's wall clock, or a date if the time may be left out.
            return self.a_date(name).isoformat() + ("" if pattern.endswith(")?$") else "T10:00")
        if "24:00" in pattern:
            return f"{self.chance.randrange(8, 18):02}:00"
        if pattern.startswith("^\\+?["):
            return f"+49 30 {self.chance.randrange(10**6):06}"
        if name == "language":
            return self.chance.choice(["de", "en", "tr"])
        if name == "key":
            return self.chance.choice(["diabetes", "smoking"])
        words = f"{self.chance.choice(WORDS)} {self.chance.randrange(10**6)}"
        return words[:schema.get("maxLength", 100)].ljust(schema.get("minLength", 0), "x")

    def a_date(self, name: str) -> datetime.date:
        if name == "birth_date":
            return datetime.date(1940 + self.chance.randrange(80), self.chance.randrange(1, 13), self.chance.randrange(1, 28))
        if name == "valid_from":
            return self.today() - datetime.timedelta(days=self.chance.randrange(300))
        ahead = self.chance.choice([0, 0, 1, 30]) if name in ("date", "value_on") else self.chance.randrange(60, 300)
        return self.today() + datetime.timedelta(days=ahead)


WORDS = ["Zahn", "Núñez", "Ångström", "子", "Şahin", "O'Brien", "ő"]
