public import EventSourcing

/// The events of blocks: time was blocked, or a block was removed.
public enum BlockEvent: FeatureEvent {
    case blocked(TimeBlocked)
    case removed(BlockRemoved)

    public var payload: any EventPayload {
        switch self {
        case .blocked(let payload): payload
        case .removed(let payload): payload
        }
    }

    /// The block that was made or removed.
    public var block: Block {
        switch self {
        case .blocked(let payload): payload.block
        case .removed(let payload): payload.block
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(TimeBlocked.self) { .block(.blocked($0)) }
            .with(BlockRemoved.self) { .block(.removed($0)) }
    }
}
