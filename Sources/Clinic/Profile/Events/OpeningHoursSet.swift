public import EventSourcing
public import JSON

public struct OpeningHoursSet: EventPayload, Hashable {
    public let hours: WeeklyHours

    public static let stored = StoredType("opening-hours-set")
    public static let codec = object(OpeningHoursSet.init(hours:), field("hours", \.hours, WeeklyHours.codec))
    public var tags: [Tag] { [.settings] }
}
