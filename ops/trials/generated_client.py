"""Runs a clinic's day with the Python client that openapi-generator makes from /openapi.json, against a server with the demo clinics.

    generated_client.py URL
"""

import datetime
import sys
import uuid

import chairside_client as api

PASSWORD = "chairside-demo"


class Caller:
    """A signed-in account, with every API of the client."""

    def __init__(self, url: str, name: str):
        configuration = api.Configuration(host=url)
        tokens = api.IdentityApi(api.ApiClient(configuration)).login(
            api.Login(email=f"{name}@spree.example", password=PASSWORD)
        )
        self.subject = tokens.subject_id
        client = api.ApiClient(api.Configuration(host=url, access_token=tokens.access_token))
        self.appointments = api.AppointmentsApi(client)
        self.availability = api.AvailabilityApi(client)
        self.billing = api.BillingApi(client)
        self.chairs = api.ChairsApi(client)
        self.identity = api.IdentityApi(client)
        self.patients = api.PatientsApi(client)
        self.services = api.ServicesApi(client)


def expect(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"expected that {what}")


def refused(status: int, kind: str, call, *arguments, **named) -> None:
    """Expects the client's exception with a problem of this kind, and no other error."""
    try:
        call(*arguments, **named)
    except api.ApiException as problem:
        expect(problem.status == status, f"{kind} is {status}, not {problem.status}: {problem.body}")
        expect(problem.data.type == f"urn:chairside:problem:{kind}", f"{problem.data.type} is {kind}")
        return
    sys.exit(f"expected {status} {kind}")


def free_times(caller: Caller, days: int, patient=None) -> list:
    service = next(one for one in caller.services.list_services(limit=50).items if one.active)
    first = datetime.date.today() + datetime.timedelta(days=days)
    slots = caller.availability.list_slots(
        service_id=service.id, var_from=first, to=first + datetime.timedelta(days=6), patient_id=patient
    ).items
    return [(service.id, slot.doctor_id, slot.start) for slot in slots]


def book(caller: Caller, time, patient=None):
    service, doctor, start = time
    return caller.appointments.book_appointment(
        api.Booking(service_id=service, doctor_id=doctor, start=start, patient_id=patient),
        idempotency_key=str(uuid.uuid4()),
    )


def a_patient_books(patient: Caller) -> None:
    times = free_times(patient, 3)
    booked = book(patient, times[0])
    expect(booked.status == "booked" and booked.start == times[0][2], "a patient books an appointment")
    expect(booked.patient_id is None and booked.note is None, "a patient does not see the staff's fields")
    refused(409, "slot-taken", book, patient, times[0])
    found = patient.appointments.get_appointment_with_http_info(booked.id)
    tag = found.headers["ETag"]
    moved = patient.appointments.reschedule_appointment(
        booked.id, api.Rescheduling(start=times[-1][2], doctor_id=times[-1][1]), if_match=tag
    )
    expect(moved.start == times[-1][2], "the appointment is moved")
    refused(412, "precondition-failed", patient.appointments.cancel_appointment, booked.id, if_match=tag)
    expect(patient.appointments.cancel_appointment(booked.id).status == "cancelled", "the appointment is cancelled")
    home = patient.appointments.get_patient_home()
    expect(home.upcoming_count >= 0, "the patient's home is read")


def a_visit(desk: Caller, doctor: Caller, patient: Caller) -> None:
    time = next(time for time in free_times(desk, 3, patient.subject) if time[1] == doctor.subject)
    visit = book(desk, time, patient.subject)
    expect(visit.patient_id == patient.subject and visit.chair_name, "staff see patient and chair")
    desk.appointments.check_in(visit.id, arrival=api.Arrival(early=True))
    queue = desk.appointments.get_reception_queue(var_date=visit.var_date).items
    entry = next(one for one in queue if one.appointment.id == visit.id)
    expect(entry.appointment.status == "arrived" and entry.patient.name, "the queue shows who has arrived")
    doctor.appointments.start_treatment(visit.id)
    doctor.appointments.note_appointment(visit.id, api.QuickNote(note="Come again in six weeks"))
    expect(doctor.appointments.complete_appointment(visit.id).status == "completed", "the visit is completed")
    refused(409, "appointment-status", desk.appointments.check_in, visit.id)
    seen = patient.appointments.get_appointment(visit.id)
    expect(seen.status == "completed" and seen.note is None, "the patient sees the completed visit without the note")

    line = api.InvoiceDraftLine(description="Splint", quantity=1, unit_price=api.Money(amount=9000, currency="EUR"))
    invoice = desk.billing.issue_invoice(str(uuid.uuid4()), api.InvoiceDraft(patient_id=patient.subject, lines=[line]))
    amount = api.Money(amount=9000, currency="EUR")
    payment = desk.billing.pay_invoice(
        invoice.id, str(uuid.uuid4()), api.PaymentDraft(amount=amount, method="card")
    )
    expect(payment.id is not None, "the invoice is paid")
    expect(any(one.id == invoice.id for one in patient.billing.list_own_invoices().items), "the patient sees the invoice")


def the_office(desk: Caller, admin: Caller) -> None:
    name = f"Zora {uuid.uuid4().hex[:6]}"
    details = api.PatientDetails(given_name=name, family_name="Quell", birth_date=datetime.date(1990, 5, 6))
    patient = desk.patients.register_patient(details)
    expect(desk.patients.get_patient(patient.id).given_name == name, "a new patient can be read")
    refused(409, "possible-duplicate", desk.patients.register_patient, details)
    refused(404, "not-found", desk.patients.get_patient, uuid.uuid4())
    chair = admin.chairs.add_chair(api.ChairDetails(name=f"Chair {uuid.uuid4().hex[:6]}"))
    tag = admin.chairs.get_chair_with_http_info(chair.id).headers["ETag"]
    admin.chairs.rename_chair(chair.id, api.ChairDetails(name=f"Chair {uuid.uuid4().hex[:6]}"), if_match=tag)
    refused(412, "precondition-failed", admin.chairs.retire_chair, chair.id, if_match=tag)
    expect(admin.identity.get_me().role == "admin", "the admin reads their own account")


def main(url: str) -> None:
    patient, desk, doctor, admin = (Caller(url, name) for name in ("patient1", "reception", "doctor1", "admin"))
    a_patient_books(patient)
    a_visit(desk, doctor, patient)
    the_office(desk, admin)


main(sys.argv[1])
