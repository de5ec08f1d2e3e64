import EventSourcing
import Identifiers
import JSON

/// An entry of the front desk's list of patients who should come again.
struct DueRecall: Sendable {
    let service: ID<Service>
    let due: CivilDate
    let lastVisit: CivilDate
    let reminders: Int
    let lastReminder: Instant?
    let pausedUntil: CivilDate?
    let patient: PatientCard?

    static let codec = object(
        DueRecall.init(service:due:lastVisit:reminders:lastReminder:pausedUntil:patient:),
        field("service_id", \.service, .serviceID),
        field("due", \.due, .date.described("The day from which the patient should come, by the clinic's calendar.")),
        field("last_visit", \.lastVisit, .date.described("The day of the last completed visit for the service.")),
        field(
            "reminders", \.reminders,
            .int(0...RecallNotesDocument.mostReminders).described("The number of reminders since the last visit.")),
        optionalField("last_reminder", \.lastReminder, .instant.described("When the last of them was sent, in UTC.")),
        optionalField("paused_until", \.pausedUntil, .pausedUntil),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card."))
    ).described("A patient who should come again.").named("DueRecall")
}
