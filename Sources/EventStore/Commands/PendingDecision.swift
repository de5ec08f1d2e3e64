import EventSourcing
import Identifiers

/// A pending command that keeps its decision's rejection.
final class PendingDecision<D: Decision>: PendingCommand<D.Event>, @unchecked Sendable {
    private let decision: D
    private(set) var rejection: D.Rejection?

    init(_ decision: D, clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?) {
        self.decision = decision
        super.init(clinic: clinic, envelope: envelope, answer: answer)
    }

    override func decide(_ model: inout DecisionModel<D.Event>) -> [D.Event]? {
        do {
            return try decision.decide(&model, at: envelope.now)
        } catch {
            rejection = error
            return nil
        }
    }
}
