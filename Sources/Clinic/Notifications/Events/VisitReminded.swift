public import EventSourcing
public import Identifiers
public import JSON

/// A reminder of a visit became due. The patient gets a notification of this event.
public struct VisitReminded: EventPayload, Hashable {
    public let appointment: ID<Appointment>
    public let patient: ID<Patient>
    /// The start of the visit as it was when the reminder became due. If the visit is moved afterwards, it gets new
    /// reminders.
    public let start: Instant
    /// The number of minutes before the start at which the reminder was due.
    public let minutes: Int

    public init(appointment: ID<Appointment>, patient: ID<Patient>, start: Instant, minutes: Int) {
        self.appointment = appointment
        self.patient = patient
        self.start = start
        self.minutes = minutes
    }

    public static let stored = StoredType("visit-reminded")
    public static let codec = object(
        VisitReminded.init(appointment:patient:start:minutes:),
        field("appointment_id", \.appointment, .id()), field("patient_id", \.patient, .id()),
        field("start", \.start, .instant),
        field("minutes", \.minutes, .int(NotificationSettings.reminderMinutes)))
    public var tags: [Tag] { [.visitReminders(appointment)] }
}
