public import EventSourcing
public import JSON

/// One event frees the old time and takes the new, so that there is no moment with both or neither.
public struct AppointmentRescheduled: AppointmentPayload {
    public static let stored = StoredType("appointment-rescheduled")
    /// The visit with the new doctor, chair and time.
    public let visit: Visit
    /// The wall time of the new place; `nil` in events from before wall times were stored.
    public let wallTime: WallTime?
    public let from: Place
    public let terms: VisitTerms
    /// A moved appointment must be confirmed again, and approved again if a patient moved it and the clinic requires
    /// approval.
    public let status: AppointmentStatus
    public let reason: Personal<String>?

    public var statusEffect: StatusEffect { .begins(status) }
    public var timeEffect: TimeEffect { .moves(from: from) }

    public static let codec = object(
        AppointmentRescheduled.init(visit:wallTime:from:terms:status:reason:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("from", \.from, Place.codec),
        field("terms", \.terms, VisitTerms.codec),
        field("status", \.status, AppointmentStatus.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}
