public import EventSourcing
public import Identifiers
public import JSON

/// An appointment was moved. One event both frees the old time and takes the new time, so that no fold can see the
/// appointment with both times or with none.
public struct AppointmentRescheduled: AppointmentPayload {
    public static let stored = StoredType("appointment-rescheduled")
    /// The visit after the move, with its new doctor, chair and time.
    public let visit: Visit
    /// The wall time of the visit at its new time; `nil` in events from before wall times were stored.
    public let wallTime: WallTime?
    public let from: Place
    public let terms: VisitTerms
    /// The appointment's status after the move. An appointment that a person moved must be confirmed again, and
    /// approved again if a patient moved it and the clinic requires approval. A move because of new zone rules
    /// (`KeepWallTime`) keeps the status.
    public let status: AppointmentStatus
    public let reason: Personal<String>?
    /// The rules of booking that staff broke for the new place; `nil` if they broke none.
    public let override: BookingOverride?
    /// The guardian who moved the appointment for the patient; `nil` if somebody else moved it.
    public let guardian: ID<Patient>?

    public var statusEffect: StatusEffect { .begins(status) }
    public var timeEffect: TimeEffect { .moves(from: from) }

    public static let codec = object(
        AppointmentRescheduled.init(visit:wallTime:from:terms:status:reason:override:guardian:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("from", \.from, Place.codec),
        field("terms", \.terms, VisitTerms.codec),
        field("status", \.status, AppointmentStatus.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("override", \.override, BookingOverride.codec),
        optionalField("guardian_id", \.guardian, .id()))
}
