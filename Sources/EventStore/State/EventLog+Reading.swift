import EventLoop
public import EventSourcing
public import Identifiers
import Metrics
import PostgresClient

/// The functions that answer queries from states, without an append.
extension EventLog {
    /// Answers a query from states, without an append.
    ///
    /// - Parameters:
    ///   - fresh: whether the answer must include everything appended before the call, by any process. That takes at
    ///     least one statement, which fetches only missing states and new events. Otherwise cached states are used as
    ///     they are, and only missing ones are fetched. If this process no longer hears what others append, the answer
    ///     is always fresh.
    ///   - answer: a pure function that may be called several times. Only the result of the call that finds every state
    ///     in the cache is used.
    public func read<Answer, Rejection: Error>(
        _ clinic: UUIDBytes, fresh: Bool = true,
        _ answer: (inout DecisionModel<Event>) throws(Rejection) -> Answer
    ) async throws(LogFailure<Rejection>) -> Answer {
        loop.preconditionCurrent()
        var freshFrom: Int64? = fresh || hearing.isLost ? nil : 0
        for _ in 0..<limits.fetchesPerCommand {
            var model = DecisionModel(caches[clinic].cache)
            let result = Result { () throws(Rejection) in try answer(&model) }
            if model.missing.isEmpty, model.areKnown(from: freshFrom) {
                do { return try result.get() } catch { throw .rejected(error) }
            }
            do throws(LogFailure<Never>) {
                let position = try await load(clinic, missing: model.missing, refreshing: model.known)
                freshFrom = min(freshFrom ?? position, position)
            } catch { throw error.forCommands() }
        }
        throw .conflict
    }

    /// Answers a query from cached states only, without waiting; `nil` if a state is not cached, or if this process no
    /// longer hears what others append.
    public func readFromMemory<Answer>(_ clinic: UUIDBytes, _ answer: (inout DecisionModel<Event>) -> Answer) -> Answer?
    {
        loop.preconditionCurrent()
        var model = DecisionModel(caches[clinic].cache)
        let result = answer(&model)
        return model.missing.isEmpty && !hearing.isLost ? result : nil
    }

    private func load(
        _ clinic: UUIDBytes, missing: [AnySubject<Event>], refreshing known: [Tag: Int64]
    ) async throws(LogFailure<Never>) -> Int64 {
        let result = await withCheckedContinuation { continuation in
            fetch(
                StateRequest(missing: missing, refreshing: known) { continuation.resume(returning: $0) }, of: clinic)
        }
        return try result.get().position
    }
}

extension DecisionModel {
    /// Whether every state that this decision model has read includes all events up to a position.
    func areKnown(from position: Int64?) -> Bool {
        if known.isEmpty { return true }
        guard let position else { return false }
        return known.values.allSatisfy { $0 >= position }
    }
}
