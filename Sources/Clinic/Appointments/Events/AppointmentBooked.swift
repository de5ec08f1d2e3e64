public import EventSourcing
public import Identifiers
public import JSON

/// An appointment was made for a patient, and its time is taken. Its status is `booked`, or `requested` if it waits for
/// the clinic's approval.
public struct AppointmentBooked: AppointmentPayload {
    public static let stored = StoredType("appointment-booked")
    public let visit: Visit
    /// The wall time of the visit; `nil` in events from before wall times were stored.
    public let wallTime: WallTime?
    public let terms: VisitTerms
    public let status: AppointmentStatus
    /// The reason for the visit, in the words of the person who booked.
    public let reason: Personal<String>?
    /// The rules of booking that the appointment breaks; `nil` if it breaks none.
    public let override: BookingOverride?
    /// The guardian who booked for the patient; `nil` if the patient or the staff booked.
    public let guardian: ID<Patient>?

    public var statusEffect: StatusEffect { .begins(status) }
    public var timeEffect: TimeEffect { .takes }

    public static let codec = object(
        AppointmentBooked.init(visit:wallTime:terms:status:reason:override:guardian:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("terms", \.terms, VisitTerms.codec),
        field("status", \.status, AppointmentStatus.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("override", \.override, BookingOverride.codec),
        optionalField("guardian_id", \.guardian, .id()))
}
