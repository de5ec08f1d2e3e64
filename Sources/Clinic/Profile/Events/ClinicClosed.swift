public import EventSourcing
public import JSON

/// The clinic was closed permanently, so that nobody can sign in to it any more.
public struct ClinicClosed: EventPayload, Hashable {
    /// The day, in the clinic's calendar, on which the clinic was closed permanently.
    public let day: CivilDate
    public let reason: String

    public static let stored = StoredType("clinic-closed")
    public static let codec = object(
        ClinicClosed.init(day:reason:), field("day", \.day, .date), field("reason", \.reason, .name()))
    public var tags: [Tag] { [.settings] }
}
