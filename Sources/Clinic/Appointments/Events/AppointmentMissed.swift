public import EventSourcing
public import JSON

/// A patient did not come to an appointment. The appointment's time is free again.
public struct AppointmentMissed: AppointmentPayload {
    public static let stored = StoredType("appointment-missed")
    public let visit: Visit

    public var statusEffect: StatusEffect { .reaches(.noShow) }
    public var timeEffect: TimeEffect { .frees }

    public static let codec = object(AppointmentMissed.init(visit:), field("visit", \.visit, Visit.codec))
}
