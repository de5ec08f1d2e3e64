public import EventSourcing
public import JSON

/// The clinic set the limits of how long patients may wait at each step of a visit. These limits replace the clinic's
/// earlier ones.
public struct WaitLimitsSet: EventPayload, Hashable {
    public let limits: WaitLimits

    public static let stored = StoredType("wait-limits-set")
    public static let codec = object(WaitLimitsSet.init(limits:), field("limits", \.limits, WaitLimits.codec))
    public var tags: [Tag] { [.settings] }
}
