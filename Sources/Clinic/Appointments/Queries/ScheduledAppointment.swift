import EventSourcing
import JSON

/// An appointment with its patient's card (name, birth date, phone), for the staff's lists.
struct ScheduledAppointment: Sendable {
    let appointment: AppointmentDocument
    let patient: PatientCard?

    static let codec = object(
        ScheduledAppointment.init(appointment:patient:),
        field("appointment", \.appointment, AppointmentDocument.codec.described("The appointment.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card."))
    ).described("An appointment with its patient's card.").named("ScheduledAppointment")
}

/// An appointment in a doctor's schedule of a day, with the patient's card and alerts.
struct AgendaEntry: Sendable {
    let appointment: AppointmentDocument
    let patient: PatientCard?
    let alerts: [PatientAlert]?

    static let codec = object(
        AgendaEntry.init(appointment:patient:alerts:),
        field("appointment", \.appointment, AppointmentDocument.codec.described("The appointment.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card.")),
        optionalField("alerts", \.alerts, .patientAlerts)
    ).described("An appointment in a doctor's schedule.").named("AgendaEntry")
}
