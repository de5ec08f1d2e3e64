public import EventSourcing
public import JSON

public struct AppointmentEnteredInError: AppointmentPayload {
    public static let stored = StoredType("appointment-entered-in-error")
    public let visit: Visit
    public let reason: Personal<String>
    /// `true` if the patient is told, because the visit was ahead; else `nil`. Older events do not have this, and their
    /// patients were not told.
    public let isTold: Bool?

    public var statusEffect: StatusEffect { .reaches(.enteredInError) }
    public var timeEffect: TimeEffect { .frees }

    public static let codec = object(
        AppointmentEnteredInError.init(visit:reason:isTold:), field("visit", \.visit, Visit.codec),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("told", \.isTold, .bool))
}
