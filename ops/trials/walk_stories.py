"""The stories of ops/walk: sequences of commands in which each command makes what the next one needs.

Random commands seldom meet such conditions: a payer pays only for a claim that it has accepted, and a claim needs an
invoice and a coverage of one patient. A story takes the body of a command from the recorded example in the API's
description, and changes some members. Most stories begin with a new patient, so that other clients seldom disturb them.
A story ends early if a command is refused.
"""

import datetime
import random
import uuid

from clinic_api import BASE, authorized
from http_client import NotSent, OutcomeUnknown
from walk_bodies import NOBODY_LISTENS

# The roles that a story prefers for a command, the first one that may send it.
ROLES = ["receptionist", "doctor", "admin", "patient"]
# The drawers of stories. Random commands use the drawers 1 and 2 only, and no story closes a day of the drawer with
# payments.
PAID_INTO, CLOSED = 3, range(5, 100)
# With these rules patients' bookings wait for an approval, and a patient may be marked as a no-show at once.
RULES = {"approves_patient_bookings": True, "no_show_after_minutes": 0,
         "desk": {"override_roles": ["receptionist", "admin"], "open_bookings": 1000, "daily_bookings": 1000}}


class Refused(Exception):
    """A command of a story was refused, for example because another client has changed the clinic meanwhile."""


STORIES = {}


def story(play):
    """Lists a method as a story."""
    STORIES[play.__name__] = play
    return play


def euros(cents: int) -> dict:
    return {"amount": cents, "currency": "EUR"}


class Stories:
    """The stories, as one client plays them. The client acts in all roles, over its own connection."""

    def __init__(self, walk, connection, bodies, chance: random.Random):
        self.walk, self.connection, self.bodies, self.chance = walk, connection, bodies, chance

    async def play(self):
        """Plays a story, preferably one that nobody has played to its end yet."""
        name = self.chance.choice(sorted(set(STORIES) - self.walk.played) or sorted(STORIES))
        try:
            await STORIES[name](self)
            self.walk.played.add(name)
        except Refused:
            pass
        except (NotSent, OutcomeUnknown) as problem:
            self.walk.wrong.append(f"the story {name}: {problem}")

    async def do(self, name: str, changes: dict = {}, role: str = "", query: str = "", **ids):
        """Sends a command, and returns the answer.

        `changes` replace members of the example body. `ids` has the ids in the path.
        """
        operation = self.walk.commands[name]
        role = role or next(each for each in ROLES if each in operation.roles)
        path = operation.path
        for parameter in operation.parameters:
            path = path.replace("{" + parameter + "}", ids[parameter])
        body = {**self.bodies.example(operation.examples, role), **changes} if operation.examples else None
        answer = await self.walk.send(
            self.connection, await self.walk.token(role), operation, path + query, body, self.chance)
        if answer is None:
            raise Refused
        return answer

    async def get(self, path: str, role: str) -> dict:
        answer = await self.connection.request("GET", BASE + path, authorized(await self.walk.token(role)))
        if answer.status != 200:
            raise Refused
        return answer.json()

    # Steps that several stories have in common.

    async def a_patient(self) -> str:
        return (await self.do("registerPatient", {"allow_duplicate": True}))["id"]

    async def own_patient(self) -> str:
        """The patient who is signed in as a client. Other clients may have restricted the record."""
        own = self.walk.known.own_patient
        await self.do("restrictRecord", {"restricted": False}, patient_id=own)
        return own

    async def an_invoice(self, patient: str) -> dict:
        line = {"description": "Splint", "quantity": 1, "unit_price": euros(8000)}
        return await self.do("issueInvoice", {"patient_id": patient, "appointment_id": None, "lines": [line]})

    async def a_payment(self, patient: str) -> str:
        payment = {"patient_id": patient, "amount": euros(5000), "method": "card", "accept_credit": True,
                   "drawer": PAID_INTO}
        return (await self.do("recordPayment", payment))["id"]

    async def free_times(self, role: str) -> list:
        """Two free times of a service that the clinic had at first, as the beginnings of bodies."""
        service = self.chance.choice(self.walk.services)
        first = self.bodies.today() + datetime.timedelta(days=self.chance.randrange(3, 60))
        days = f"from={first}&to={first + datetime.timedelta(days=6)}"
        times = (await self.get(f"/slots?service_id={service}&{days}", role))["items"]
        if len(times) < 2:
            raise Refused
        return [{"service_id": service, "doctor_id": time["doctor_id"], "start": time["start"]}
                for time in self.chance.sample(times, 2)]

    # The stories.

    @story
    async def visit(self):
        await self.do("setSchedulingRules", RULES)
        visit = (await self.do("bookAppointment", (await self.free_times("patient"))[0], role="patient"))["id"]
        await self.do("approveAppointment", appointment_id=visit)
        await self.do("makeVisitLink", appointment_id=visit)
        await self.do("confirmAppointment", appointment_id=visit)
        await self.do("checkIn", {"early": True}, appointment_id=visit)
        await self.do("seatPatient", {"allow_second_visit": True}, appointment_id=visit)
        await self.do("startTreatment", {"allow_second_visit": True}, appointment_id=visit)
        await self.do("finishTreatment", appointment_id=visit)
        await self.do("completeAppointment", appointment_id=visit)
        await self.do("undoAppointmentStep", role="admin", appointment_id=visit)

    @story
    async def no_show(self):
        await self.do("setSchedulingRules", RULES)
        patient, now = await self.a_patient(), datetime.datetime.now(datetime.timezone.utc)
        start = now.replace(minute=now.minute // 5 * 5, second=0).strftime("%Y-%m-%dT%H:%M:%SZ")
        visit = await self.do("bookAppointment", {
            **(await self.free_times("receptionist"))[0], "start": start, "patient_id": patient, "duration_minutes": 5,
            "override": {"reason": "The trial's visit"}})
        await self.do("markNoShow", appointment_id=visit["id"])

    @story
    async def waiting(self):
        patient, (one, other) = await self.a_patient(), await self.free_times("receptionist")
        entry = (await self.do("joinWaitlist", {"patient_id": patient, "service_id": one["service_id"]}))["id"]
        for time, answer in ((one, "declineWaitlistOffer"), (other, "acceptWaitlistOffer")):
            offered = {"start": time["start"], "doctor_id": time["doctor_id"]}
            await self.do("offerWaitlistTime", offered, waitlist_entry_id=entry)
            await self.do(answer, offered, waitlist_entry_id=entry)

    @story
    async def series(self):
        patient, (time, _) = await self.a_patient(), await self.free_times("receptionist")
        start = datetime.datetime.fromisoformat(time["start"].replace("Z", "+00:00")).astimezone(self.walk.zone)
        series = (await self.do("planSeries", {
            **time, "patient_id": patient, "start": start.strftime("%Y-%m-%dT%H:%M"), "skip_refused": True}))["id"]
        later = (start + datetime.timedelta(minutes=15)).strftime("%H:%M")
        await self.do("moveSeries", {"time": later}, series_id=series)
        await self.do("cancelSeries", {"from": None}, series_id=series)

    @story
    async def merging(self):
        survivor, merged = await self.a_patient(), await self.a_patient()
        await self.do("mergePatients", {"patient_id": merged}, patient_id=survivor)
        await self.do("unmergePatients", patient_id=survivor)

    @story
    async def guardian(self):
        guardian, dependant = await self.a_patient(), await self.a_patient()
        await self.do("nameGuardian", patient_id=dependant, guardian_id=guardian)
        await self.do("releaseGuardian", patient_id=dependant, guardian_id=guardian)

    @story
    async def restriction(self):
        patient = await self.a_patient()
        await self.do("restrictRecord", {"restricted": True}, patient_id=patient)
        await self.do("breakGlass", patient_id=patient)
        await self.do("restrictRecord", {"restricted": False}, patient_id=patient)

    @story
    async def erasure(self):
        await self.do("erasePatient", patient_id=await self.a_patient())
        member = (await self.do("hireStaff", {"email": None}))["id"]
        await self.do("deactivateStaff", staff_id=member)
        await self.do("eraseStaff", staff_id=member)

    @story
    async def accounting(self):
        patient = await self.a_patient()
        invoice = await self.an_invoice(patient)
        total = invoice["balance"]["amount"]
        today = self.bodies.today()
        parts = [{"due_on": f"{today + datetime.timedelta(days=days)}", "amount": euros(part)}
                 for days, part in ((10, total // 2), (40, total - total // 2))]
        await self.do("agreeInstalments", {"instalments": parts}, invoice_id=invoice["id"])
        paid = {"amount": euros(total), "method": "card", "drawer": PAID_INTO}
        payment = (await self.do("payInvoice", paid, invoice_id=invoice["id"]))["id"]
        await self.do("releasePayment", {"invoice_id": invoice["id"]}, payment_id=payment)
        await self.do("applyCredit", invoice_id=invoice["id"])
        await self.do("enterPaymentInError", payment_id=await self.a_payment(patient))
        refund = {"amount": euros(350), "method": "card", "drawer": PAID_INTO}
        await self.do("refundPayment", refund, payment_id=await self.a_payment(patient))

    @story
    async def corrections(self):
        patient = await self.a_patient()
        await self.do("voidInvoice", invoice_id=(await self.an_invoice(patient))["id"])
        invoice = (await self.an_invoice(patient))["id"]
        await self.do("issueCreditNote", {"amount": euros(1000)}, invoice_id=invoice)
        await self.do("writeOffInvoice", invoice_id=invoice)

    @story
    async def drafts(self):
        patient = await self.a_patient()
        line = {"description": "Splint", "quantity": 1, "unit_price": euros(8000)}
        draft = {"patient_id": patient, "lines": [line]}
        for end in ("issueInvoiceDraft", "discardInvoiceDraft"):
            made = (await self.do("createInvoiceDraft", draft))["id"]
            await self.do("changeInvoiceDraft", {**draft, "lines": [line, line]}, draft_id=made)
            await self.do(end, draft_id=made)

    @story
    async def family(self):
        guarantor, member = await self.a_patient(), await self.a_patient()
        await self.do("setFamilyAccount", {"members": [member]}, patient_id=guarantor)
        await self.do("payFamily", {"drawer": PAID_INTO}, patient_id=guarantor)

    @story
    async def insurance(self):
        patient, payer = await self.a_patient(), (await self.do("addInsurancePayer"))["id"]
        await self.do("renameInsurancePayer", payer_id=payer)
        coverage = (await self.do("recordCoverage", {"patient_id": patient, "payer_id": payer}))["id"]
        await self.do("changeCoverage", {"payer_id": payer}, coverage_id=coverage)
        invoice = (await self.an_invoice(patient))["id"]
        claim = await self.do("makeInsuranceClaim", {"invoice_id": invoice, "coverage_id": coverage})
        await self.do("submitInsuranceClaim", claim_id=claim["id"])
        await self.do("answerInsuranceClaim", {"accepted": claim["amount"]}, claim_id=claim["id"])
        part = {"amount": euros(claim["amount"]["amount"] // 2), "value_on": None, "drawer": PAID_INTO}
        await self.do("payInsuranceClaim", part, claim_id=claim["id"])
        await self.do("closeInsuranceClaim", claim_id=claim["id"])
        await self.do("removeCoverage", coverage_id=coverage)
        await self.do("retireInsurancePayer", payer_id=payer)

    @story
    async def drawer(self):
        drawer = self.chance.choice(CLOSED)
        day = await self.do("closeDay", {"drawer": drawer, "counted": []})
        await self.do("reopenDay", query=f"?drawer={drawer}", date=day["date"])

    @story
    async def check_ins(self):
        patient = await self.own_patient()
        await self.do("prescribeCheckIns", patient_id=patient)
        await self.do("endCheckIns", patient_id=patient)
        await self.do("chooseCheckIns")
        await self.do("setCheckInIntervals")
        await self.do("recordCheckIn")
        await self.do("stopCheckIns")

    @story
    async def plan(self):
        own, other = await self.own_patient(), await self.a_patient()
        items = [{"service_id": self.chance.choice(self.walk.services)}]
        content = {"title": None, "phases": ["First visit"], "items": items}
        for patient, answer in ((other, "acceptTreatmentPlan"), (other, "declineTreatmentPlan"),
                                (own, "declineOwnTreatmentPlan"), (own, "acceptOwnTreatmentPlan")):
            plan = await self.do("proposeTreatmentPlan", {**content, "patient_id": patient})
            await self.do(answer, treatment_plan_id=plan["id"])
        item = {"treatment_plan_id": plan["id"], "item_id": plan["items"][0]["id"]}
        await self.do("markTreatmentItemDone", **item)
        await self.do("markTreatmentItemNotDone", **item)
        revised = await self.do("reviseTreatmentPlan", content, treatment_plan_id=plan["id"])
        await self.do("cancelTreatmentPlan", treatment_plan_id=revised["id"])

    @story
    async def chart(self):
        patient = await self.a_patient()
        one = (await self.do("recordToothFinding", patient_id=patient))["findings"][0]["id"]
        await self.do("markToothFindingDone", patient_id=patient, finding_id=one)
        await self.do("resolveToothFinding", patient_id=patient, finding_id=one)
        findings = (await self.do("recordToothFinding", patient_id=patient))["findings"]
        other = next(each["id"] for each in findings if each["id"] != one)
        await self.do("enterToothFindingInError", patient_id=patient, finding_id=other)

    @story
    async def prescriptions(self):
        for end in ("stopPrescription", "cancelPrescription", "enterPrescriptionInError"):
            prescription = (await self.do("prescribeDrug", patient_id=await self.a_patient()))["id"]
            if end == "stopPrescription":
                await self.do("dispensePrescription", prescription_id=prescription)
            await self.do(end, prescription_id=prescription)

    @story
    async def forms(self):
        number = (await self.do("setHistoryTemplate"))["template"]["number"]
        await self.do("fillHistoryForm", {"template": number}, patient_id=await self.a_patient())
        await self.do("fillOwnHistoryForm", {"template": number})

    @story
    async def consents(self):
        template = (await self.do("addConsentTemplate"))["id"]
        for patient, sign, withdraw in ((await self.a_patient(), "signConsent", "withdrawConsent"),
                                        (await self.own_patient(), "signOwnConsent", "withdrawOwnConsent")):
            consent = (await self.do("presentConsent", {"template_id": template}, patient_id=patient))["id"]
            await self.do(sign, consent_id=consent)
            await self.do(withdraw, consent_id=consent)

    @story
    async def messages(self):
        patient = await self.a_patient()
        thread = (await self.do("openMessageThread", {"patient_id": patient}))["id"]
        message = (await self.do("sendMessage", thread_id=thread))["id"]
        await self.do("readMessages", thread_id=thread)
        await self.do("withdrawMessage", thread_id=thread, message_id=message)
        await self.do("closeMessageThread", thread_id=thread)
        await self.do("reopenMessageThread", thread_id=thread)

    @story
    async def own_messages(self):
        own = (await self.do("openOwnMessageThread"))["id"]
        message = (await self.do("sendOwnMessage", thread_id=own))["id"]
        await self.do("readOwnMessages", {"up_to": 1}, thread_id=own)
        await self.do("withdrawOwnMessage", thread_id=own, message_id=message)

    @story
    async def files(self):
        patient = await self.a_patient()
        file = (await self.do("addFile", role="doctor", query="?category=x_ray", patient_id=patient))["id"]
        await self.do("linkFile", role="doctor", file_id=file)
        await self.do("linkDocument", {"path": f"/api/v1/patients/{patient}/statements/pdf?from=2026-01-01&to=2026-12-31"},
                      role="receptionist")
        await self.do("removeFile", file_id=file)
        own = (await self.do("addOwnFile", query="?category=photo"))["id"]
        await self.do("linkOwnFile", file_id=own)

    @story
    async def notifications(self):
        booking = {**(await self.free_times("patient"))[0], "patient_id": await self.own_patient()}
        await self.do("cancelAppointment", appointment_id=(await self.do("bookAppointment", booking))["id"])
        items = (await self.get("/notifications", "patient"))["items"]
        if not items:
            raise Refused
        await self.do("readNotification", role="patient", notification_id=items[0]["id"])
        await self.do("readNotifications", {"up_to": items[0]["id"]}, role="patient")

    @story
    async def delivery(self):
        """No server of the trial sends mails, so mails wait. One of them is given up, as if its attempts had failed."""
        service = self.chance.choice(self.walk.services)
        await self.do("remindPatient", {"channel": "email"}, patient_id=await self.own_patient(), service_id=service)
        given_up = self.walk.database.run(f"""
            UPDATE notification_outbox SET state = 'dead', settled_at = now(), reason = 'given up by the trial'
            WHERE (clinic_id, outbox_id) IN (
                SELECT clinic_id, outbox_id FROM notification_outbox
                WHERE clinic_id = '{self.walk.clinic}' AND state = 'queued'
                    AND expires_at > now() + interval '1 minute' LIMIT 1)
            RETURNING outbox_id""")
        if not given_up:
            raise Refused  # The projection has not written the first notifications yet.
        await self.do("sendDeliveryAgain", delivery_id=given_up[0])

    @story
    async def pairing(self):
        code = (await self.do("issuePairingCode", role="admin"))["code"]
        body = {"code": code, "clientName": "The trial"}
        paired = await self.connection.request("POST", f"{BASE}/pair", {}, body)
        clients = (await self.get("/paired-clients", "admin"))["items"]
        if paired.status != 200 or not clients:
            raise Refused  # Another client has made a newer code, or revoked this client.
        await self.do("revokePairedClient", role="admin", paired_client_id=clients[0]["id"])

    @story
    async def webhook(self):
        webhook = (await self.do("registerWebhook", {"url": NOBODY_LISTENS}))["webhook"]["id"]
        await self.do("changeWebhook", {"url": NOBODY_LISTENS}, webhook_id=webhook)
        for name in ("pauseWebhook", "resumeWebhook", "rotateWebhookSecret", "testWebhook", "removeWebhook"):
            await self.do(name, webhook_id=webhook)

    @story
    async def note(self):
        patient = await self.a_patient()
        note = (await self.do("draftNote", {"amends_id": None}, patient_id=patient))["id"]
        await self.do("changeNoteDraft", note_id=note)
        await self.do("signNote", note_id=note)
        await self.do("shareNote", note_id=note)
        other = (await self.do("draftNote", {"amends_id": None}, patient_id=patient))["id"]
        await self.do("discardNoteDraft", note_id=other)

    @story
    async def batch(self):
        registration = self.bodies.example(self.walk.commands["registerPatient"].examples, "receptionist")
        key = str(uuid.UUID(int=self.chance.getrandbits(128)))
        answer = await self.do("runBatch", {"commands": [{
            "method": "POST", "path": f"{BASE}/patients", "idempotency_key": key,
            "body": {**registration, "allow_duplicate": True}}]})
        if answer["answers"][0]["status"] != 201:
            raise Refused

