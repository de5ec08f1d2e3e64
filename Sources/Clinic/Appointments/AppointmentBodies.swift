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
        optionalField("patient_id", \.patient, .id().described("For the staff; patients book for themselves.")),
        field("service_id", \.service, .id()),
        optionalField("doctor_id", \.doctor, .id().described("Absent: the doctor with most room that day.")),
        optionalField("chair_id", \.chair, .id().described("For the staff; absent: any that is free.")),
        field("start", \.start, .instant), optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500)))
    ).named("Booking")
}

struct ReschedulingBody: Sendable {
    let start: Instant
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let reason: Personal<String>?

    static let codec = object(
        ReschedulingBody.init, field("start", \.start, .instant),
        optionalField("doctor_id", \.doctor, .id().described("Absent: the same.")),
        optionalField("chair_id", \.chair, .id().described("For the staff; absent: the same where it is free.")),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500)))
    ).named("Rescheduling")
}

struct CancellationBody: Sendable {
    let reason: Personal<String>?

    static let codec = object(
        CancellationBody.init,
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500)).described("The staff must give one."))
    ).named("Cancellation")
}

struct ReasonBody: Sendable {
    let reason: Personal<String>

    static let codec = object(ReasonBody.init, field("reason", \.reason, .personal(.clinical, .prose(max: 500)))).named(
        "Reason")
}

struct NoteBody: Sendable {
    let note: Personal<String>

    static let codec = object(NoteBody.init, field("note", \.note, .personal(.clinical, .prose()))).named("QuickNote")
}

struct ArrivalBody: Sendable {
    let early: Bool

    static let codec = object(
        ArrivalBody.init,
        field(
            "early", \.early, Codec<Bool>.bool.described("Although the appointment is on a later day."), default: false)
    ).named("Arrival")
}

struct HoldBody: Sendable {
    let patient: ID<Patient>?
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let start: Instant

    static let codec = object(
        HoldBody.init,
        optionalField("patient_id", \.patient, .id().described("For the staff; patients hold for themselves.")),
        field("service_id", \.service, .id()), optionalField("doctor_id", \.doctor, .id()),
        field("start", \.start, .instant)
    ).named("HoldDraft")
}
