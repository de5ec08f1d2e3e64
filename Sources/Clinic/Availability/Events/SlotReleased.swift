public import EventSourcing
public import JSON

/// A hold ended before it expired. It was released, or another hold replaced it, or its patient booked or moved a visit
/// whose doctor, hygienist, chair or day is not the hold's.
public struct SlotReleased: EventPayload, Hashable {
    public let hold: Hold

    public static let stored = StoredType("slot-released")
    public static let codec = object(SlotReleased.init(hold:), field("hold", \.hold, Hold.codec))
    public var tags: [Tag] { hold.tags }
}
