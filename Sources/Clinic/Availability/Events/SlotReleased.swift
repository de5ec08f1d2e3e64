public import EventSourcing
public import JSON

/// The patient released the hold, or made another hold instead.
public struct SlotReleased: EventPayload, Hashable {
    public let hold: Hold

    public static let stored = StoredType("slot-released")
    public static let codec = object(SlotReleased.init(hold:), field("hold", \.hold, Hold.codec))
    public var tags: [Tag] { hold.tags }
}
