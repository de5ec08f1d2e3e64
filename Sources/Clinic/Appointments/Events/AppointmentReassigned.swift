public import EventSourcing
public import JSON

/// Doctor, chair, service or time of day of an appointment changed. The appointment keeps its day and its status.
public struct AppointmentReassigned: AppointmentPayload {
    public static let stored = StoredType("appointment-reassigned")
    /// The appointment's patient, doctor, chair, service and time after the reassignment.
    public let visit: Visit
    public let wallTime: WallTime?
    public let from: Place
    public let terms: VisitTerms
    public let reason: Personal<String>?
    /// The rules of booking that staff broke for the new place; `nil` if they broke none. Rules about parts that the
    /// reassignment does not change, such as the start, are not checked again.
    public let override: BookingOverride?
    /// The appointment's service and items of treatment plans before the reassignment, if it changed the service; else
    /// `nil`. Events from before this was stored have `nil` too.
    public let formerPurpose: VisitPurpose?

    public var statusEffect: StatusEffect { .unchanged }
    public var timeEffect: TimeEffect { .moves(from: from) }
    public var purposeEffect: PurposeEffect { formerPurpose.map { .changes(from: $0) } ?? .unchanged }

    public static let codec = object(
        AppointmentReassigned.init(visit:wallTime:from:terms:reason:override:formerPurpose:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("from", \.from, Place.codec), field("terms", \.terms, VisitTerms.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("override", \.override, BookingOverride.codec),
        optionalField("former_purpose", \.formerPurpose, VisitPurpose.codec))
}
