public import EventSourcing
public import JSON

/// A free time was offered to a waiting patient. The time is not held: the first patient who accepts or books it gets
/// it.
public struct WaitlistOffered: EventPayload, Hashable {
    public let entry: WaitlistReference
    public let offer: WaitlistOffer

    public static let stored = StoredType("waitlist-offered")
    public static let codec = object(
        WaitlistOffered.init(entry:offer:), field("entry", \.entry, WaitlistReference.codec),
        field("offer", \.offer, WaitlistOffer.codec))
    public var tags: [Tag] { entry.tags }
}
