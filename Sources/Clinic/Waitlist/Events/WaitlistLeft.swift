public import EventSourcing
public import JSON

/// A patient stopped waiting, without an appointment from the waitlist.
public struct WaitlistLeft: EventPayload, Hashable {
    public let entry: WaitlistReference

    public static let stored = StoredType("waitlist-left")
    public static let codec = object(WaitlistLeft.init(entry:), field("entry", \.entry, WaitlistReference.codec))
    public var tags: [Tag] { entry.tags }
}
