public import EventSourcing
public import JSON

/// A patient left the waitlist without an appointment from it.
public struct WaitlistLeft: EventPayload, Hashable {
    public let entry: WaitlistReference

    public static let stored = StoredType("waitlist-left")
    public static let codec = object(WaitlistLeft.init(entry:), field("entry", \.entry, WaitlistReference.codec))
    public var tags: [Tag] { entry.tags }
}
