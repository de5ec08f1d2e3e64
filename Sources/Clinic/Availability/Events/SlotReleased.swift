public import EventSourcing
public import JSON

/// A hold ended before it expired: it was released, another hold replaced it, or its patient booked with another
/// doctor, in another chair or on another day.
public struct SlotReleased: EventPayload, Hashable {
    public let hold: Hold

    public static let stored = StoredType("slot-released")
    public static let codec = object(SlotReleased.init(hold:), field("hold", \.hold, Hold.codec))
    public var tags: [Tag] { hold.tags }
}
