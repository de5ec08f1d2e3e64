"""Puts a marker into every text that the API accepts about a person, runs a day with them, and searches for them; see ops/privacy.

    privacy.py live|export|erase|kept --markers FILE --port PORT
    privacy.py find --markers FILE --file FILE KIND …
    privacy.py list --markers FILE KIND …

The API's description says which texts exist. An operation with a body that is not listed here makes the trial fail. A text that is
added to a listed body gets a marker automatically.
"""

import argparse
import datetime
import http.client
import json
import random
import re
import string
import sys
import uuid

PASSWORD = "chairside-demo"

# The kind of texts in an operation's body: identity, treatment, money, a member of staff, or a person without an account whose
# booking request is never confirmed.
KINDS = {
    "registerPatient": "contact", "mergePatients": "contact", "unmergePatients": "contact", "changePatient": "contact", "changeOwnContact": "contact", "changeMe": "contact",
    "givePatientAccount": "contact", "login": "contact", "registerDevice": "contact", "askForPassword": "contact",
    "bookAppointment": "clinical", "rescheduleAppointment": "clinical", "cancelAppointment": "clinical",
    "reassignAppointment": "clinical", "cancelSeries": "clinical",
    "noteAppointment": "clinical", "undoAppointmentStep": "clinical", "enterAppointmentInError": "clinical",
    "checkIn": "clinical", "startTreatment": "clinical", "holdSlot": "clinical", "breakGlass": "clinical",
    "issueInvoice": "financial", "voidInvoice": "financial", "payInvoice": "financial", "recordPayment": "financial",
    "refundPayment": "financial", "releasePayment": "financial", "enterPaymentInError": "financial",
    "issueCreditNote": "financial", "writeOffInvoice": "financial", "createInvoiceDraft": "financial",
    "changeInvoiceDraft": "financial", "payFamily": "financial",
    "prescribeCheckIns": "contact",
    "signConsent": "clinical", "signOwnConsent": "clinical", "withdrawConsent": "clinical", "withdrawOwnConsent": "clinical",
    "fillOwnHistoryForm": "clinical", "fillHistoryForm": "clinical",
    "prescribeDrug": "clinical", "stopPrescription": "clinical", "cancelPrescription": "clinical",
    "enterPrescriptionInError": "clinical",
    "openMessageThread": "contact", "openOwnMessageThread": "contact", "sendMessage": "contact", "sendOwnMessage": "contact",
    "addFile": "clinical", "addOwnFile": "clinical", "removeFile": "clinical",
    "proposeTreatmentPlan": "clinical", "reviseTreatmentPlan": "clinical", "declineTreatmentPlan": "clinical",
    "declineOwnTreatmentPlan": "clinical", "cancelTreatmentPlan": "clinical",
    "recordToothFinding": "clinical", "enterToothFindingInError": "clinical", "recordPerioExamination": "clinical",
    "enterPerioExaminationInError": "clinical",
    "recordAllergy": "clinical", "changeAllergy": "clinical", "resolveAllergy": "clinical", "enterAllergyInError": "clinical",
    "recordCondition": "clinical", "changeCondition": "clinical", "resolveCondition": "clinical", "enterConditionInError": "clinical",
    "recordMedication": "clinical", "changeMedication": "clinical", "resolveMedication": "clinical", "enterMedicationInError": "clinical",
    "enterVitalsInError": "clinical", "draftNote": "clinical", "changeNoteDraft": "clinical",
    "recordCoverage": "financial", "changeCoverage": "financial", "answerInsuranceClaim": "financial",
    "payInsuranceClaim": "financial", "closeInsuranceClaim": "financial",
    "hireStaff": "staff", "changeStaffDetails": "staff", "giveStaffAccount": "staff", "addTimeOff": "staff",
    "setPIN": "secret", "changePIN": "secret", "verifyPIN": "secret", "changePassword": "secret",
    "unlockByPassword": "secret",
    "askForPublicBooking": "stranger",
}
# Operations without a marker: the clinic's own data; choices, codes and tokens; registrations of people who are not patients yet.
OPEN = {
    "register", "registerV1", "choosePassword", "confirmEmail", "reportDevice", "beginSecondFactor", "confirmSecondFactor",
    "renewRecoveryCodes", "removeSecondFactor", "pairTablet", "takeTurn",
    "refresh", "refreshV1", "unlockBySignature", "switchMembership", "answerContactRequest", "linkDocument",
    "changeClinicProfile", "setOpeningHours", "addClosure", "setSchedulingRules", "setMobileAccess", "createService",
    "setBillingTerms", "setWaitLimits", "setNotificationSettings", "setNotificationPreferences", "readNotifications", "setPublicBooking", "setClinicLogo", "confirmPublicBooking", "issueInvoiceDraft", "agreeInstalments", "setFamilyAccount", "closeDay",
    "acceptTreatmentPlan", "acceptOwnTreatmentPlan", "registerWebhook", "changeWebhook", "resumeWebhook",
    "chooseCheckIns", "setCheckInIntervals", "recordCheckIn", "dispensePrescription", "setHistoryTemplate",
    "fileHistoryForm", "addConsentTemplate", "changeConsentTemplate", "presentConsent", "readMessages", "readOwnMessages", "assignMessageThread", "runBatch",
    "moveByLink", "addInsurancePayer", "renameInsurancePayer", "makeInsuranceClaim", "changeService", "addChair",
    "addSpecialHours", "addStaffHours", "blockTime", "equipChair", "setRecallRule", "remindPatient", "pauseRecall", "joinWaitlist",
    "offerWaitlistTime", "acceptWaitlistOffer", "declineWaitlistOffer", "planSeries", "moveSeries",
    "recordVitals", "shareNote", "addNoteTemplate", "changeNoteTemplate", "pushVault", "storeKeyEnvelope", "issuePairingCode", "pairClient", "changeHealthSettings", "storeHealthSamples",
    "queryHealthData", "checkInAtKiosk", "renameChair", "seatPatient", "restrictRecord", "erasePatient", "eraseStaff", "loginV1",
}
# Names and specialties of staff are public, and stay in the records of treatments.
OPEN_TEXTS = {("hireStaff", "name"), ("hireStaff", "specialty"), ("changeStaffDetails", "name"),
              ("changeStaffDetails", "specialty")}
# Texts that identify the patient in bodies about treatment or money.
IDENTITY_TEXTS = {("signConsent", "signed_name"), ("signOwnConsent", "signed_name"), ("recordCoverage", "member_number"),
                  ("changeCoverage", "member_number")}
SECRET_TEXTS = {"password", "current_password", "new_password", "pin", "current_pin", "new_pin", "device_key"}


def fail(text):
    sys.exit(f"  {text}")


class Markers:
    def __init__(self, path, data=None):
        self.path = path
        self.data = data or {"markers": []}

    @classmethod
    def read(cls, path):
        with open(path) as file:
            return cls(path, json.load(file))

    def write(self):
        with open(self.path, "w") as file:
            json.dump(self.data, file)

    def new(self, kind, where, text, sought=None):
        self.data["markers"].append({"kind": kind, "where": where, "text": (sought or text).lower()})
        return text

    def texts(self, *kinds):
        return [(marker["text"], f"{marker['kind']}:{marker['where']}") for marker in self.data["markers"]
                if marker["kind"] in kinds]

    def found(self, content, *kinds):
        content = content.lower()
        return sorted({where for text, where in self.texts(*kinds) if text in content})


def letters(count):
    return "".join(random.choice(string.ascii_lowercase) for _ in range(count))


class Server:
    """The server, with everything that it reveals besides the requested data."""

    def __init__(self, port, markers):
        self.port, self.markers = port, markers
        self.tokens, self.overheard, self.refusals, self.driven = {}, [], 0, set()
        self.description = self.send("GET", "/openapi.json")[1]
        self.operations = {operation["operationId"]: (method.upper(), path, operation)
                           for path, methods in self.description["paths"].items()
                           for method, operation in methods.items()}
        self.check()

    def check(self):
        for name, (_, _, operation) in self.operations.items():
            if "requestBody" in operation and name not in KINDS and name not in OPEN:
                fail(f"{name} takes a body, and this trial does not list whose texts are in it")

    def send(self, method, path, body=None, token=None, media="application/json"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if body is not None:
            headers["Content-Type"] = media
        content = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.request(method, path, content, headers)
        answer = connection.getresponse()
        data = answer.read().decode()
        connection.close()
        # URLs and header fields must have no markers, since many kinds of logs store them.
        self.overheard.append("\n".join(f"{name}: {value}" for name, value in answer.getheaders()))
        if answer.status >= 400:
            self.refusals += 1
            self.overheard.append(data)
        is_json = "json" in (answer.getheader("Content-Type") or "")
        parsed = json.loads(data) if data and is_json else data
        if isinstance(parsed, dict) and parsed.get("next_cursor"):
            self.overheard.append(parsed["next_cursor"])
        return answer.status, parsed

    def sign_in(self, who, email, **more):
        status, answer = self.send("POST", "/api/v1/auth/login", {"email": email, "password": PASSWORD, **more})
        if status != 200:
            fail(f"{who} cannot sign in: {status} {answer}")
        self.tokens[who] = answer["access_token"]
        return answer

    def as_demo(self, *names):
        for name in names:
            login = self.sign_in(name, f"{name}@spree.example")
        return login

    def get(self, who, path, expected=200):
        status, answer = self.send("GET", f"/api/v1/{path}", token=self.tokens.get(who))
        if status != expected:
            fail(f"{who} GET {path}: {status} {answer}")
        return answer

    def call(self, who, name, given=None, expected=(200, 201, 204), **path):
        """Calls an operation with a marker in every text of its body, except in the given ones."""
        method, template, operation = self.operations[name]
        body = None
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            body = self.fill(schema, given or {}, name, KINDS.get(name, "open"))
        self.driven.add(name)
        target = re.sub(r"\{(\w+)\}", lambda match: path[match[1]], template)
        status, answer = self.send(method, target, body, self.tokens.get(who))
        if status not in (expected if isinstance(expected, tuple) else (expected,)):
            fail(f"{who} {name}: {status} {answer}")
        return answer

    def add_file(self, who, category, operation="addFile", **path):
        """Adds a file with a marker as its name, by a form. Its content has a marker too."""
        method, template, _ = self.operations[operation]
        self.driven.add(operation)
        name = self.markers.new("clinical", f"{operation}.name", "Zq" + letters(12))
        content = self.markers.new("content", f"{operation}.content", "Zq" + letters(12))
        body = (f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}.pdf"\r\n\r\n'
                f'%PDF-1.7 {content}\r\n--b--\r\n').encode()
        target = re.sub(r"\{(\w+)\}", lambda match: path[match[1]], template) + f"?category={category}"
        status, answer = self.send(method, target, body, self.tokens.get(who), "multipart/form-data; boundary=b")
        if status != 201:
            fail(f"{who} {operation}: {status} {answer}")
        return answer

    def fill(self, schema, given, name, kind):
        schema = next((choice for choice in schema.get("oneOf", []) if "$ref" in choice), schema)
        while "$ref" in schema:
            schema = self.description["components"]["schemas"][schema["$ref"].split("/")[-1]]
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if isinstance(given, list):
            return [self.fill(schema["items"], each, name, kind) for each in given]
        if not isinstance(given, dict) or "object" not in types:
            return given
        filled = dict(given)
        for text, member in schema.get("properties", {}).items():
            if text in given:
                filled[text] = self.fill(member, given[text], name, kind)
            elif (name, text) not in OPEN_TEXTS and text not in SECRET_TEXTS:
                marker = self.marker(member, text, f"{name}.{text}", "contact" if (name, text) in IDENTITY_TEXTS else kind)
                if marker is not None:
                    filled[text] = marker
        return filled

    def marker(self, schema, text, where, kind):
        types = schema.get("type", [])
        if "string" not in types or "enum" in schema or schema.get("format") in ("uuid", "date-time"):
            return None
        new, pattern = self.markers.new, schema.get("pattern", "")
        if schema.get("format") == "date":
            if not text.startswith("birth"):
                return None
            return new(kind, where, f"190{random.randrange(1, 10)}-{random.randrange(1, 13):02}-{random.randrange(1, 29):02}")
        if schema.get("format") == "email" or text == "email":
            name = "zq" + letters(9)
            return new(kind, where, f"{name}@marker.example", name)
        if pattern.startswith("^\\+?["):
            digits = str(random.randrange(10**9, 10**10))
            return new(kind, where, "+" + digits, digits)
        if pattern.startswith("^[A-Za-z]{2,3}("):
            tag = letters(8)
            return new(kind, where, f"qaa-{tag}", tag)
        # A time, an ATC code or an ICD-10 code.
        if pattern.startswith(("^[0-9]", "^[A-Z]")) or "([01]" in pattern:
            return None
        return new(kind, where, "Zq" + letters(min(12, schema.get("maxLength", 40) - 2)))


def live(server, markers):
    data = markers.data
    login = server.as_demo("admin", "reception", "doctor1")
    data["clinic"] = login["clinic_id"]
    # The identity of a patient gets markers.
    patient = server.call("reception", "registerPatient", {"gender": "other", "allow_duplicate": True})
    data["patient"] = id = patient["id"]
    first = markers.texts("contact")[0][0]
    server.call("reception", "changePatient", {"gender": "other", "allow_duplicate": True}, patient_id=id)
    # A merge and its undoing, before the record has a login. The merged record's key seals the reasons.
    twin = server.send("POST", "/api/v1/patients", {
        "given_name": "Otto", "family_name": "Zwilling", "birth_date": "1970-01-01", "allow_duplicate": True},
        server.tokens["reception"])[1]["id"]
    server.call("reception", "mergePatients", {"patient_id": id}, patient_id=twin)
    server.call("reception", "unmergePatients", patient_id=twin)
    account = server.call("reception", "givePatientAccount", {"password": PASSWORD}, patient_id=id)
    email = next(text for text, where in markers.texts("contact") if where.endswith("givePatientAccount.email"))
    data["account"] = account["id"]
    device = server.fill(server.operations["login"][2]["requestBody"]["content"]["application/json"]["schema"],
                         {"email": "", "password": "", "code": "", "tablet_token": ""}, "login", "contact")
    server.sign_in("patient", f"{email}@marker.example", device_id=device["device_id"], device_name=device["device_name"])
    server.driven.add("login")
    server.call("nobody", "askForPassword", {"email": f"{email}@marker.example"}, expected=(202, 204, 503))
    server.call("patient", "changeOwnContact")
    server.call("patient", "changeMe")
    server.call("patient", "registerDevice", {"platform": "ios", "environment": "sandbox"})
    pin = markers.new("secret", "setPIN.pin", str(random.choice((270459, 385716))))
    server.call("patient", "setPIN", {"pin": pin})
    server.call("patient", "verifyPIN", {"pin": pin})
    server.call("patient", "changePIN", {"current_pin": pin, "new_pin": "590327"})
    password = markers.new("secret", "changePassword.new_password", f"{letters(9)} {letters(9)}")
    server.call("patient", "changePassword", {"current_password": PASSWORD, "new_password": password})
    server.call("patient", "changePassword", {"current_password": password, "new_password": PASSWORD})
    server.call("patient", "unlockByPassword", {"password": PASSWORD})
    other = server.get("reception", "patients?limit=1")["items"][0]["id"]
    server.call("reception", "nameGuardian", patient_id=id, guardian_id=other)
    server.call("doctor1", "prescribeCheckIns", {"contact": {}}, patient_id=id)
    prescribe(server, id)
    consent(server, id)
    questions = [{"key": "other", "text": "Anything else?", "kind": "text", "choices": []}]
    template = server.call("admin", "setHistoryTemplate", {"questions": questions})["template"]["number"]
    for who, name in (("patient", "fillOwnHistoryForm"), ("reception", "fillHistoryForm")):
        other = markers.new("clinical", f"{name}.answer", "Zq" + letters(12))
        answers = [{"key": "other", "answer": {"text": other, "choice": None}}]
        server.call(who, name, {"template": template, "answers": answers}, patient_id=id)
    server.call("admin", "restrictRecord", {"restricted": True}, patient_id=id)
    for reader in ("reception", "admin", "doctor1"):
        server.call(reader, "breakGlass", patient_id=id)

    # The texts about a patient's treatment get markers.
    service = server.get("reception", "services")["items"][0]
    today = server.get("reception", "status")["time"][:10]
    import datetime
    def day(offset):
        return (datetime.date.fromisoformat(today) + datetime.timedelta(days=offset)).isoformat()
    def free(number):
        slots = server.get("reception", f"slots?service_id={service['id']}&from={day(5)}&to={day(12)}&patient_id={id}")
        return slots["items"][number]
    def book(number):
        slot = free(number)
        return server.call("reception", "bookAppointment",
                           {"patient_id": id, "service_id": service["id"], "doctor_id": slot["doctor_id"],
                            "start": slot["start"], "chair_id": None})["id"]
    visits = [book(3), book(9), book(15)]
    data["visits"] = visits
    slot = free(25)
    server.call("reception", "rescheduleAppointment", {"start": slot["start"], "doctor_id": slot["doctor_id"], "chair_id": None},
                appointment_id=visits[1])
    server.call("reception", "cancelAppointment", appointment_id=visits[1])
    server.call("admin", "enterAppointmentInError", appointment_id=visits[2])
    series = server.call("reception", "planSeries", {
        "patient_id": id, "service_id": service["id"], "doctor_id": slot["doctor_id"], "start": f"{day(20)}T11:00",
        "rule": {"every": 1, "unit": "days", "count": 7}, "skip_refused": True})
    server.call("reception", "cancelSeries", series_id=series["id"])
    server.call("reception", "holdSlot", {"patient_id": id, "service_id": service["id"], **{
        key: free(30)[key] for key in ("doctor_id", "start")}})
    visit = visits[0]
    date = server.get("reception", f"appointments/{visit}")["date"]
    later = server.get("reception", f"slots?service_id={service['id']}&from={date}&to={date}&patient_id={id}")["items"][-1]
    server.call("reception", "reassignAppointment", {
        "start": later["start"], "doctor_id": later["doctor_id"], "service_id": None, "chair_id": None}, appointment_id=visit)
    server.call("reception", "checkIn", {"early": True}, appointment_id=visit)
    server.call("admin", "undoAppointmentStep", appointment_id=visit)
    server.call("reception", "checkIn", {"early": True}, appointment_id=visit)
    server.call("doctor1", "noteAppointment", appointment_id=visit)
    server.call("admin", "startTreatment", {"early": True, "allow_second_visit": True}, appointment_id=visit)
    server.call("admin", "completeAppointment", appointment_id=visit)

    # The texts about a patient's money get markers. In the end the patient owes nothing.
    def invoice():
        return server.call("reception", "issueInvoice", {
            "patient_id": id, "lines": [{"service_id": None, "quantity": 1, "unit_price": {"amount": 5000, "currency": "EUR"}}]})["id"]
    money = {"amount": {"amount": 5000, "currency": "EUR"}, "method": "card"}
    paid, void, refunded = invoice(), invoice(), invoice()
    server.call("reception", "voidInvoice", invoice_id=void)
    server.call("reception", "payInvoice", money, invoice_id=paid)
    payment = server.call("reception", "payInvoice", money, invoice_id=refunded)["id"]
    server.call("reception", "refundPayment", money, payment_id=payment)
    data["payments"] = [payment, server.call("reception", "recordPayment", {"patient_id": id, **money})["id"]]
    # Invoices are corrected and drafted. Afterwards the patient owes nothing, and each reason for a correction is in a
    # document.
    corrected, given_up = invoice(), invoice()
    server.call("reception", "issueCreditNote", invoice_id=corrected)
    mistake = server.call("reception", "payInvoice", money, invoice_id=given_up)["id"]
    server.call("reception", "releasePayment", {"invoice_id": given_up}, payment_id=mistake)
    server.call("reception", "enterPaymentInError", payment_id=mistake)
    server.call("reception", "writeOffInvoice", invoice_id=given_up)
    data["payments"].append(mistake)
    line = {"service_id": None, "quantity": 1, "unit_price": money["amount"]}
    discarded = server.call("reception", "createInvoiceDraft", {"patient_id": id, "lines": [line]})["id"]
    server.call("reception", "discardInvoiceDraft", draft_id=discarded)
    named = {"patient_id": id, "lines": [{**line, "description": "Splint"}]}
    draft = server.call("reception", "createInvoiceDraft", named)["id"]
    server.call("reception", "changeInvoiceDraft", {"patient_id": id, "lines": [line]}, draft_id=draft)
    # The coverage shows the member number that was recorded last.
    insured = invoice()
    payer = server.call("admin", "addInsurancePayer", {"name": "Insurance"})["id"]
    terms = {"valid_from": "2020-01-01", "percent": 100}
    coverage = server.call("reception", "recordCoverage", {
        "patient_id": id, "payer_id": payer, "terms": terms})["id"]
    server.call("reception", "changeCoverage", {"payer_id": payer, "terms": terms}, coverage_id=coverage)
    claim = server.call("reception", "makeInsuranceClaim", {"invoice_id": insured, "coverage_id": coverage})["id"]
    server.call("reception", "submitInsuranceClaim", claim_id=claim)
    server.call("reception", "answerInsuranceClaim", {"accepted": money["amount"]}, claim_id=claim)
    data["payments"].append(
        server.call("reception", "payInsuranceClaim", {"amount": money["amount"]}, claim_id=claim)["id"])
    server.call("reception", "closeInsuranceClaim", claim_id=claim)
    family = server.call("reception", "payFamily", {**money, "accept_credit": True}, patient_id=id)
    for part in family["payments"]:
        server.call("reception", "refundPayment", money, payment_id=part["payment_id"])
        data["payments"].append(part["payment_id"])
    data["invoices"] = [paid, void, refunded, corrected, given_up, insured]

    # Plans that staff and the patient decline, a new version that is cancelled, and a plan that is accepted. The names of phases are written here, because
    # the trial fills in only texts that are members of objects.
    content = {"phases": [markers.new("clinical", "proposeTreatmentPlan.phases", "Zq" + letters(12))],
               "items": [{"service_id": service["id"], "doctor_id": None, "tooth": 26, "fee": None}]}
    plan = server.call("doctor1", "proposeTreatmentPlan", {"patient_id": id, **content})["id"]
    server.call("reception", "declineTreatmentPlan", treatment_plan_id=plan)
    revised = server.call("doctor1", "reviseTreatmentPlan", content, treatment_plan_id=plan)["id"]
    server.call("doctor1", "cancelTreatmentPlan", treatment_plan_id=revised)
    refused = server.call("doctor1", "proposeTreatmentPlan", {"patient_id": id, **content})["id"]
    server.call("patient", "declineOwnTreatmentPlan", treatment_plan_id=refused)
    accepted = server.call("doctor1", "proposeTreatmentPlan", {"patient_id": id, **content})["id"]
    server.call("reception", "acceptTreatmentPlan", {"choices": []}, treatment_plan_id=accepted)

    # Findings, one of which is marked as entered in error, and a periodontal examination.
    found = {"tooth": 26, "surfaces": None, "kind": "caries", "material": None, "state": "existing"}
    server.call("doctor1", "recordToothFinding", found, patient_id=id)
    chart = server.call("doctor1", "recordToothFinding", found, patient_id=id)
    server.call("doctor1", "enterToothFindingInError", patient_id=id, finding_id=chart["findings"][-1]["id"])
    none = [False] * 6
    examination = server.call("doctor1", "recordPerioExamination", {"patient_id": id, "teeth": [{
        "tooth": 16, "depths": [3] * 6, "recessions": [0] * 6, "bleeding": none, "plaque": none, "suppuration": none}]})["id"]
    server.call("doctor1", "enterPerioExaminationInError", examination_id=examination)

    # Files that stay, and one that is removed.
    data["files"] = [server.add_file("admin", "x_ray", patient_id=id)["id"],
                     server.add_file("patient", "document", "addOwnFile")["id"]]
    removed = server.add_file("reception", "document", patient_id=id)["id"]
    server.call("admin", "removeFile", file_id=removed)

    # The patient's chart: entries that stay, that are resolved and that were entered in error, vital signs, and notes that are
    # signed, amended and discarded.
    facts = {"Allergy": {"criticality": "high"}, "Condition": {"is_alert": True}, "Medication": {}}
    for kind, given in facts.items():
        ids = [server.call("admin", f"record{kind}", given, patient_id=id)["id"] for _ in range(3)]
        name = f"{kind.lower()}_id"
        server.call("admin", f"change{kind}", given, **{name: ids[0]})
        server.call("admin", f"resolve{kind}", **{name: ids[1]})
        server.call("admin", f"enter{kind}InError", **{name: ids[2]})
    measured = {"measurements": [{"type": "pain", "value": 3, "unit": "{score}"}], "measured_at": None}
    vitals = server.call("admin", "recordVitals", measured, patient_id=id)["id"]
    server.call("admin", "enterVitalsInError", vitals_id=vitals)
    unbound = {"appointment_id": None, "amends_id": None}
    note = server.call("admin", "draftNote", unbound, patient_id=id)["id"]
    server.call("admin", "changeNoteDraft", note_id=note)
    server.call("admin", "signNote", note_id=note)
    server.call("admin", "shareNote", {"shared_with_patient": True}, note_id=note)
    amendment = server.call("admin", "draftNote", {**unbound, "amends_id": note}, patient_id=id)["id"]
    server.call("admin", "signNote", note_id=amendment)
    thrown = server.call("admin", "draftNote", unbound, patient_id=id)["id"]
    server.call("admin", "discardNoteDraft", note_id=thrown)

    # Messages of the patient and of the staff.
    thread = server.call("patient", "openOwnMessageThread")["id"]
    server.call("admin", "sendMessage", thread_id=thread)
    server.call("patient", "sendOwnMessage", thread_id=thread)
    server.call("admin", "openMessageThread", {"patient_id": id})

    # The texts about a member of staff get markers.
    staff = server.call("admin", "hireStaff", {"name": "Dr. Trial", "role": "receptionist", "specialty": None, "hours": None})
    data["staff"] = staff["id"]
    server.call("admin", "changeStaffDetails",
                {"name": "Dr. Trial", "role": "receptionist", "specialty": None, "hours": None}, staff_id=staff["id"])
    server.call("admin", "addTimeOff", {"start": day(30), "end": day(31)}, staff_id=staff["id"])
    server.call("admin", "giveStaffAccount", {"password": PASSWORD}, staff_id=staff["id"])
    server.call("admin", "deactivateStaff", staff_id=staff["id"])

    # A booking request of a stranger, who does not confirm it. The address is stored in plain text until the request expires.
    server.call("admin", "setPublicBooking", {"enabled": True, "shows_doctors": True})
    base = f"public/clinics/{data['clinic']}"
    offered = server.get("nobody", f"{base}/services")["items"][0]["service_id"]
    times = server.get("nobody", f"{base}/times?service_id={offered}&from={day(5)}&to={day(12)}")["items"]
    request = server.call("nobody", "askForPublicBooking", {
        "service_id": offered, "start": times[0]["start"], "doctor_id": None, "email": "stranger@mail.example"}, expected=202,
        clinic_id=data["clinic"])["request_id"]
    server.call("nobody", "confirmPublicBooking", {"code": "wrong", "start": None, "doctor_id": None}, expected=409,
                clinic_id=data["clinic"], request_id=request)

    # Searches and refused requests contain markers too.
    found = server.get("reception", f"patients?q={markers_now(server, id, 'family_name')}")
    if not any(item["id"] == id for item in found["items"]):
        fail("the patient is not found by name")
    name = markers_now(server, id, "given_name")
    refused = {"given_name": name, "family_name": first, "birth_date": "1980-13-01", "phone": name, "email": first}
    for who, method, path, body in [
        ("reception", "POST", "patients", refused),
        ("reception", "POST", "patients", json.dumps(refused).encode()[:-9]),
        ("reception", "PUT", f"patients/{id}", {**refused, name: first}),
        ("reception", "POST", f"appointments/{visits[1]}/cancel", {"reason": name}),
        ("reception", "POST", "appointments", {"patient_id": id, "service_id": name, "start": first, "reason": name}),
        ("patient", "POST", f"appointments/{visit}/cancel", {"reason": name}),
        ("reception", "POST", f"patients/{id}/account", {"email": f"{email}@marker.example", "password": "short"}),
        ("admin", "POST", f"patients/{other}/account", {"email": f"{email}@marker.example", "password": PASSWORD}),
        ("reception", "GET", f"patients?q={name}&limit={first}", None),
        ("reception", "GET", f"patients/{name}", None),
        ("nobody", "POST", "auth/login", {"email": f"{email}@marker.example", "password": name}),
        ("nobody", "GET", f"{name}", None),
    ]:
        server.send(method, f"/api/v1/{path}", body, server.tokens.get(who))
    if server.refusals < 10:
        fail(f"only {server.refusals} requests were refused")
    said = markers.found("\n".join(server.overheard), "contact", "clinical", "financial", "staff", "stranger", "secret")
    if said:
        fail(f"refusals or header fields contain {' '.join(said)}")
    undriven = [name for name, kind in KINDS.items() if name in server.operations and name not in server.driven]
    if undriven:
        fail(f"no marker was sent with {' '.join(undriven)}")
    markers.write()
    print(f"✔ {len(markers.data['markers'])} markers by {len(server.driven)} operations;"
          f" {server.refusals} refusals and all header fields contain none", file=sys.stderr)


def consent(server, patient):
    """Presents two consents, of which one is signed and withdrawn by the patient and one by the reception."""
    wording = {"title": "Filling", "text": "I agree."}
    template = server.call("admin", "addConsentTemplate", wording)["id"]
    signed = {"drawing": None, "file_id": None}
    for who, sign, withdraw in (("patient", "signOwnConsent", "withdrawOwnConsent"),
                                ("reception", "signConsent", "withdrawConsent")):
        presented = server.call("reception", "presentConsent", {"template_id": template}, patient_id=patient)["id"]
        server.call(who, sign, signed, consent_id=presented)
        server.call(who, withdraw, consent_id=presented)


def prescribe(server, patient):
    """Prescribes a drug three times, once in spite of a warning, and ends each prescription in another way."""
    order = {"drug_id": server.get("doctor1", "drugs?q=ibuprofen")["items"][0]["id"], "form": "tablet", "route": "oral",
             "dose": {"value": 400, "unit": "mg"}, "frequency": {"times": 3}, "duration_days": 5,
             "quantity": {"value": 15, "unit": "tablets"}}
    silent = {**order, "instructions": None, "override": None}
    first = server.call("doctor1", "prescribeDrug", {**order, "override": None}, patient_id=patient)["id"]
    warnings = server.call("doctor1", "prescribeDrug", silent, expected=409, patient_id=patient)["warnings"]
    second = server.call("doctor1", "prescribeDrug", {**silent, "override": {"warnings": warnings}}, patient_id=patient)["id"]
    server.call("doctor1", "stopPrescription", prescription_id=first)
    server.call("doctor1", "cancelPrescription", prescription_id=second)
    third = server.call("doctor1", "prescribeDrug", silent, patient_id=patient)["id"]
    server.call("doctor1", "enterPrescriptionInError", prescription_id=third)


def markers_now(server, patient, member):
    return server.get("reception", f"patients/{patient}")[member]


def export(server, markers):
    server.as_demo("admin")
    told = json.dumps(server.get("admin", f"patients/{markers.data['patient']}/export"), ensure_ascii=False)
    page = server.get("admin", f"patients/{markers.data['patient']}/export.html")
    # Push tokens are not exported; the export names a device by its platform.
    sought = [each for each in markers.texts("contact", "clinical", "financial") if "push_token" not in each[1]]
    for what, content in (("the export", told), ("its page", page)):
        missing = [where for text, where in sought if text not in content.lower()]
        if missing:
            fail(f"{what} lacks {' '.join(missing)}")
    if server.send("GET", f"/api/v1/patients/{markers.data['patient']}/export")[0] != 401:
        fail("a caller without the right can export")
    print(f"✔ the export and its page contain all {len(sought)} markers about the patient", file=sys.stderr)


def erase(server, markers):
    server.as_demo("admin")
    patient = markers.data["patient"]
    email = next(text for text, where in markers.texts("contact") if where.endswith("givePatientAccount.email"))
    login = server.sign_in("patient", f"{email}@marker.example")
    link = server.call("admin", "linkFile", file_id=markers.data["files"][0])
    markers.data["before"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    markers.write()
    answer = server.call("admin", "erasePatient", {"reason": "requested"}, patient_id=patient)
    path = link.get("path") or link["url"]
    if server.send("GET", path)[0] != 410:
        fail("a link from before the erasure still gives the content of a file")
    if "erased_at" not in answer or markers.found(json.dumps(answer), "contact"):
        fail(f"not erased: {answer}")
    status, _ = server.send("GET", "/api/v1/patient/profile", token=login["access_token"])
    if status != 401:
        fail(f"the patient's session is still valid: {status}")
    status, _ = server.send("POST", "/api/v1/auth/login", {"email": f"{email}@marker.example", "password": PASSWORD})
    if status != 401:
        fail(f"the patient can still sign in: {status}")
    told = json.dumps(server.get("admin", f"patients/{patient}/export"), ensure_ascii=False)
    said = markers.found(told, "contact", "clinical", "financial")
    if said:
        fail(f"the export still contains {' '.join(said)}")
    print("✔ the patient is erased, and signed out", file=sys.stderr)


def kept(server, markers):
    """Treatments and payments are still there. The server gives out none of the texts and contents, now and as of an earlier time."""
    server.as_demo("admin", "reception")
    data = markers.data
    before = data["before"]
    asked = [("admin", f"appointments/{id}") for id in data["visits"]]
    asked += [("reception", f"invoices/{id}") for id in data["invoices"]]
    asked += [("reception", f"payments/{id}") for id in data["payments"]]
    told = [server.get(who, path) for who, path in asked]
    past = [server.get(who, f"{path}?as_of={before}") for who, path in asked if "payments" not in path]
    for kind in ("appointments", "invoices", "payments", "patients"):
        ids = {"appointments": data["visits"], "patients": [data["patient"]]}.get(kind) or data[kind]
        told += [server.get("admin", f"{kind}/{id}/history") for id in ids]
    told += [server.get("admin", f"patients/{data['patient']}/{list}") for list in
             ("files", "allergies", "conditions", "medications", "notes", "prescriptions", "consents", "history-forms")]
    if not any(each.get("status") for each in told):
        fail("the appointments are gone")
    texts = json.dumps(told + past + [server.get("admin", f"patients/{data['patient']}/export")], ensure_ascii=False)
    said = markers.found(texts, "contact", "clinical", "financial", "content")
    if said:
        fail(f"the server still gives out {' '.join(said)}")
    for file in data["files"]:
        status, _ = server.send("POST", f"/api/v1/files/{file}/link", token=server.tokens["admin"])
        if status != 410:
            fail(f"there is a link to a file of the erased patient: {status}")
    if server.get("admin", f"patients/{data['patient']}")["given_name"] != "(erased)":
        fail("the erased patient has a name again")
    print("✔ treatments and payments are still there, without texts", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["live", "export", "erase", "kept", "find", "list"])
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--markers", required=True)
    parser.add_argument("--port", type=int)
    parser.add_argument("--file")
    arguments = parser.parse_intermixed_args()
    if arguments.what == "list":
        print(" ".join(where for _, where in Markers.read(arguments.markers).texts(*arguments.kinds)))
        return
    if arguments.what == "find":
        with open(arguments.file, errors="replace") as file:
            found = Markers.read(arguments.markers).found(file.read(), *arguments.kinds)
        print(" ".join(found) or "nothing")
        return
    markers = Markers(arguments.markers) if arguments.what == "live" else Markers.read(arguments.markers)
    {"live": live, "export": export, "erase": erase, "kept": kept}[arguments.what](Server(arguments.port, markers), markers)


if __name__ == "__main__":
    main()
