public import EventLoop
public import EventSourcing
public import Identifiers

/// Calls to an event log from other loops of its process.
extension LoopBound {
    /// Decides a command and appends its events, as `EventLog.handle` does. May be called on any loop.
    public func handle<D: Decision>(
        _ decision: D, in clinic: UUIDBytes, as envelope: CommandEnvelope, answer: AnswerPlace? = nil
    ) async throws(LogFailure<D.Rejection>) -> Outcome where Value == EventLog<D.Event> {
        try await withCheckedContinuation { caller in
            if loop.isCurrent {
                value.begin(decision, in: clinic, as: envelope, answer: answer, for: caller)
            } else {
                loop.execute { value.begin(decision, in: clinic, as: envelope, answer: answer, for: caller) }
            }
        }.get()
    }

    /// Answers a query from states that include everything appended before the call. May be called on any loop.
    public func answer<Event, Answer: Sendable, Rejection: Error>(
        _ clinic: UUIDBytes, _ answer: @escaping @Sendable (inout DecisionModel<Event>) throws(Rejection) -> Answer
    ) async throws(LogFailure<Rejection>) -> Answer where Value == EventLog<Event> {
        if loop.isCurrent { return try await value.read(clinic, answer) }
        let task = Task(executorPreference: loop) { () async -> Result<Answer, LogFailure<Rejection>> in
            do throws(LogFailure<Rejection>) { return .success(try await value.read(clinic, answer)) } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }
}
