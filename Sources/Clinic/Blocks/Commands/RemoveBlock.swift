public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that makes blocked time bookable again.
public struct RemoveBlock: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            }
        }
    }

    let block: ID<Block>

    public init(_ block: ID<Block>) { self.block = block }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        switch model[.block(block)] {
        case .unmade: throw .unknown
        case .made(let known): return [.block(.removed(BlockRemoved(block: known)))]
        case .removed: return []
        }
    }
}

extension BlocksAPI {
    static let removeBlock = Endpoint<ClinicAction>(
        .delete, "/api/v1/blocks/{block_id}", id: "removeBlock", summary: "Remove a block",
        details: "The time can be booked again. Repeating this changes nothing.",
        tag: tag, for: FrontDesk.self, takes: .path("block_id", .blockID),
        answers: [.ok(BlockDocument.codec, "The block that has ended")], problems: [.notFound], idempotency: .accepted
    ) { _, block throws(Problem) in
        .command(ClinicCommand(RemoveBlock(block), answer: DocumentAnswer(TimeBlocks.self, DocumentKey(block))))
    }
}
