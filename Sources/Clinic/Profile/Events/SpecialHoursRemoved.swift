public import EventSourcing
public import Identifiers
public import JSON

/// Special hours of the clinic were removed.
public struct SpecialHoursRemoved: EventPayload, Hashable {
    public let hours: ID<SpecialHours>

    public static let stored = StoredType("special-hours-removed")
    public static let codec = object(SpecialHoursRemoved.init(hours:), field("hours_id", \.hours, .id()))
    public var tags: [Tag] { [.settings] }
}
