public import EventSourcing
public import JSON

/// A hold ended before it expired: it was released, another hold replaced it, or its patient booked or moved a visit,
/// and the doctor, hygienist, chair or day of that visit is not the one of the hold.
public struct SlotReleased: EventPayload, Hashable {
    public let hold: Hold

    public static let stored = StoredType("slot-released")
    public static let codec = object(SlotReleased.init(hold:), field("hold", \.hold, Hold.codec))
    public var tags: [Tag] { hold.tags }
}
