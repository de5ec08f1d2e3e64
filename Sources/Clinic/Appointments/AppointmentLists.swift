import EventSourcing
import Identifiers
import JSON

/// An appointment with its patient's card, for the staff's lists.
struct ScheduledAppointment: Sendable {
    let appointment: AppointmentDocument
    let patient: PatientCard?

    static let codec = object(
        ScheduledAppointment.init, field("appointment", \.appointment, AppointmentDocument.codec),
        optionalField("patient", \.patient, PatientCard.codec)
    ).named("ScheduledAppointment")
}

/// The patient's start page.
struct PatientHome: Sendable {
    let nextAppointment: PatientAppointment?
    let upcomingCount: Int

    static let codec = object(
        PatientHome.init, optionalField("next_appointment", \.nextAppointment, PatientAppointment.codec),
        field("upcoming_count", \.upcomingCount, .int(0...1_000_000))
    ).named("PatientHome")
}

extension AppointmentDocument {
    /// Staff and patient have each their own rendering.
    static let eitherSchema = codec.schema.either(PatientAppointment.codec.schema).named("AnyAppointment")
}
