import EventSourcing
import Identifiers

/// A pending command with its decision, and the caller that waits for its outcome.
final class PendingDecision<D: Decision>: PendingCommand<D.Event> {
    typealias Caller = CheckedContinuation<Result<Outcome, LogFailure<D.Rejection>>, Never>

    private let decision: D
    private var rejection: D.Rejection?
    private var caller: Caller?

    init(
        _ decision: D, clinic: UUIDBytes, envelope: CommandEnvelope, answer: AnswerPlace?, for caller: Caller
    ) {
        self.decision = decision
        self.caller = caller
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

    override func finish(_ verdict: Verdict) {
        switch verdict {
        case .done(let outcome): caller?.resume(returning: .success(outcome))
        case .rejected: caller?.resume(returning: .failure(rejection.map { .rejected($0) } ?? .conflict))
        case .failed(let failure): caller?.resume(returning: .failure(failure.forCommands()))
        }
        caller = nil
    }
}
