public import EventSourcing
public import JSON

/// Blocked time can be booked again.
public struct BlockRemoved: EventPayload, Hashable {
    /// The block as it was, so that the days of its doctors and chairs hear of it.
    public let block: Block

    public static let stored = StoredType("block-removed")
    public static let codec = object(BlockRemoved.init(block:), field("block", \.block, Block.codec))
    public var tags: [Tag] { block.tags }
}
