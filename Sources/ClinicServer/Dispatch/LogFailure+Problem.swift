import Endpoints
import EventStore
import PostgresClient

extension LogFailure where Rejection == Problem {
    /// The problem that is sent to the client for a failure of the event log. It does not tell the cause. So log
    /// `report` in addition, for the operator.
    var problem: Problem {
        switch self {
        case .rejected(let problem): problem
        case .conflict: Problem(.contention)
        case .commandIDReused: Problem(.idempotencyKeyReused)
        case .answerDropped: Problem(.answerNotKept)
        case .outcomeUnknown: Problem(.outcomeUnknown)
        // A statement that PostgreSQL rejects as wrong (class 42) will fail again, so the client is not asked to repeat
        // the request.
        case .unavailable(.server(let error)) where error.sqlState.hasPrefix("42"): Problem(.internalError)
        case .unavailable: .unavailable()
        case .unreadable: Problem(.internalError)
        }
    }

    /// The text of the log line for the operator; `nil` if the client caused the failure. It contains no patient data.
    var report: String? {
        switch self {
        case .rejected, .conflict, .commandIDReused, .answerDropped: nil
        case .outcomeUnknown: "outcome unknown"
        case .unavailable(let error): "\(error)"
        case .unreadable(let what): "\(what)"
        }
    }
}
