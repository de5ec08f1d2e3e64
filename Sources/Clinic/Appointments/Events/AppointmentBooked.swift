public import EventSourcing
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

    public var statusEffect: StatusEffect { .begins(status) }
    public var timeEffect: TimeEffect { .takes }

    public static let codec = object(
        AppointmentBooked.init(visit:wallTime:terms:status:reason:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("terms", \.terms, VisitTerms.codec),
        field("status", \.status, AppointmentStatus.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}
