public import EventSourcing
public import JSON

/// A patient joined the waitlist, with wishes about doctor, days and time of day.
public struct WaitlistJoined: EventPayload, Hashable {
    public let entry: WaitlistEntry

    public static let stored = StoredType("waitlist-joined")
    public static let codec = object(WaitlistJoined.init(entry:), field("entry", \.entry, WaitlistEntry.codec))
    public var tags: [Tag] { entry.reference.tags }
}
