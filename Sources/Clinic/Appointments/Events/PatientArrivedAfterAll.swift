public import EventSourcing
public import JSON

/// A patient arrived although the appointment was cancelled or marked as missed. The appointment occupies its time
/// again.
public struct PatientArrivedAfterAll: AppointmentPayload {
    public static let stored = StoredType("patient-arrived-after-all")
    public let visit: Visit
    /// The rules of booking that staff broke for the arrival, since the time had been given to somebody else; `nil` if
    /// they broke none.
    public let override: BookingOverride?

    public var statusEffect: StatusEffect { .reaches(.arrived) }
    public var timeEffect: TimeEffect { .takesAgain }

    public static let codec = object(
        PatientArrivedAfterAll.init(visit:override:), field("visit", \.visit, Visit.codec),
        optionalField("override", \.override, BookingOverride.codec))
}
