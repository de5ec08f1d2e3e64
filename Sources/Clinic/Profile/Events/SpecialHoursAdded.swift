public import EventSourcing
public import JSON

/// The clinic got special hours on some dates.
public struct SpecialHoursAdded: EventPayload, Hashable {
    public let hours: SpecialHours

    public static let stored = StoredType("special-hours-added")
    public static let codec = object(SpecialHoursAdded.init(hours:), field("hours", \.hours, SpecialHours.codec))
    public var tags: [Tag] { [.settings] }
}
