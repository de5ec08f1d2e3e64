import EventSourcing
import Identifiers
import JSON

// Request bodies.

struct BookingBody: Sendable {
    let patient: ID<Patient>?
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let start: Instant
    let reason: Personal<String>?

    static let codec = object(
        BookingBody.init,
        optionalField(
            "patient_id", \.patient,
            .id().described("The patient who comes. The staff must name one; patients book for themselves.")),
        field("service_id", \.service, .serviceID),
        optionalField(
            "doctor_id", \.doctor, .id().described("The doctor; absent: the one with the most free time that day.")),
        optionalField(
            "chair_id", \.chair,
            .id().described("The chair; only the staff may name one. Absent: any chair that is free.")),
        field(
            "start", \.start,
            .instant.described("When the appointment is to begin. An offset other than UTC is accepted.")),
        optionalField("reason", \.reason, .visitReason)
    ).described("The appointment to book.").named("Booking")
}

struct ReschedulingBody: Sendable {
    let start: Instant
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let reason: Personal<String>?

    static let codec = object(
        ReschedulingBody.init,
        field(
            "start", \.start,
            .instant.described("When the appointment is to begin now. An offset other than UTC is accepted.")),
        optionalField("doctor_id", \.doctor, .id().described("The doctor; absent: the same as before.")),
        optionalField(
            "chair_id", \.chair,
            .id().described("The chair; only the staff may name one. Absent: the same as before if it is free.")),
        optionalField(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the appointment is moved."))
    ).described("The new time of an appointment.").named("Rescheduling")
}

struct CancellationBody: Sendable {
    let reason: Personal<String>?

    static let codec = object(
        CancellationBody.init,
        optionalField(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described(
                "Why the appointment is cancelled. The staff must give a reason; patients may."))
    ).described("Why an appointment is cancelled.").named("Cancellation")
}

struct ReasonBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        ReasonBody.init,
        field("reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why this is done."))
    ).described("Why a step is taken.").named("Reason")
}

struct NoteBody: Sendable {
    let note: Personal<String>

    static let codec = object(
        NoteBody.init,
        field("note", \.note, .personal(.clinical, .prose()).described("The note. It replaces the one before."))
    ).described("A note for the staff.").named("QuickNote")
}

struct ArrivalBody: Sendable {
    let early: Bool

    static let codec = object(
        ArrivalBody.init,
        field(
            "early", \.early, Codec<Bool>.bool.described("Do this although the appointment is on a later day."),
            default: false)
    ).described("How a step that needs the patient is taken.").named("Arrival")
}

struct HoldBody: Sendable {
    let patient: ID<Patient>?
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let start: Instant

    static let codec = object(
        HoldBody.init,
        optionalField(
            "patient_id", \.patient,
            .id().described(
                """
                The patient whom the time is kept for. The staff must name one; patients hold for \
                themselves.
                """
            )),
        field("service_id", \.service, .serviceID),
        optionalField(
            "doctor_id", \.doctor, .id().described("The doctor; absent: the one with the most free time that day.")),
        field(
            "start", \.start,
            .instant.described("When the appointment is to begin. An offset other than UTC is accepted."))
    ).described("The time to hold.").named("HoldDraft")
}
