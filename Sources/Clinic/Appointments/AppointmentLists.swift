import EventSourcing
import Identifiers
import JSON

/// An appointment with its patient's card, for the staff's lists.
struct ScheduledAppointment: Sendable {
    let appointment: AppointmentDocument
    let patient: PatientCard?

    static let codec = object(
        ScheduledAppointment.init,
        field("appointment", \.appointment, AppointmentDocument.codec.described("The appointment.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card."))
    ).described("An appointment with its patient's card.").named("ScheduledAppointment")
}

/// The content of the patient's start page.
struct PatientHome: Sendable {
    let nextAppointment: PatientAppointment?
    let upcomingCount: Int

    static let codec = object(
        PatientHome.init,
        optionalField(
            "next_appointment", \.nextAppointment,
            PatientAppointment.codec.described("The next appointment to come; absent if there is none.")),
        field("upcoming_count", \.upcomingCount, .int(0...1_000_000).described("How many appointments are to come."))
    ).described("A patient's next appointment.").named("PatientHome")
}

extension AppointmentDocument {
    /// The schema of an appointment in the staff's or in the patient's rendering.
    static let eitherSchema = codec.schema.either(PatientAppointment.codec.schema).described(
        "An appointment: for the staff as `Appointment`, for patients as `PatientAppointment`."
    ).named("AnyAppointment")
}
