public import EventSourcing
public import JSON

/// A block was removed, so its time can be booked again.
public struct BlockRemoved: EventPayload, Hashable {
    /// The removed block. The event's tags are made of its days, doctors and chairs.
    public let block: Block

    public static let stored = StoredType("block-removed")
    public static let codec = object(BlockRemoved.init(block:), field("block", \.block, Block.codec))
    public var tags: [Tag] { block.tags }
}
