public import EventSourcing
public import JSON

/// A patient arrived whose appointment was cancelled or marked as missed. Its time is taken again.
public struct PatientArrivedAfterAll: AppointmentPayload {
    public static let stored = StoredType("patient-arrived-after-all")
    public let visit: Visit
    /// The rules that the arrival breaks, since the time was given to somebody else; `nil` if it breaks none.
    public let override: BookingOverride?

    public var statusEffect: StatusEffect { .reaches(.arrived) }
    public var timeEffect: TimeEffect { .takesAgain }

    public static let codec = object(
        PatientArrivedAfterAll.init(visit:override:), field("visit", \.visit, Visit.codec),
        optionalField("override", \.override, BookingOverride.codec))
}
