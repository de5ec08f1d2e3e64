public import EventSourcing
public import JSON

public struct AppointmentEnteredInError: AppointmentPayload {
    public static let stored = StoredType("appointment-entered-in-error")
    public let visit: Visit
    public let reason: Personal<String>

    public var statusEffect: StatusEffect { .reaches(.enteredInError) }
    public var timeEffect: TimeEffect { .frees }

    public static let codec = object(
        AppointmentEnteredInError.init(visit:reason:), field("visit", \.visit, Visit.codec),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}
