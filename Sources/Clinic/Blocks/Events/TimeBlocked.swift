public import EventSourcing
public import JSON

/// Time of doctors or chairs was blocked for bookings.
public struct TimeBlocked: EventPayload, Hashable {
    public let block: Block

    public static let stored = StoredType("time-blocked")
    public static let codec = object(TimeBlocked.init(block:), field("block", \.block, Block.codec))
    public var tags: [Tag] { block.tags }
}
