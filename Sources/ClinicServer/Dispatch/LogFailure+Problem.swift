import Endpoints
import PostgresClient
import PostgresEventLog

extension LogFailure where Rejection == Problem {
    /// What the client is told; what the operator must know is logged where this is called.
    var problem: Problem {
        switch self {
        case .refused(let problem): problem
        case .conflict: Problem(.contention)
        case .commandIDReused: Problem(.idempotencyKeyReused)
        case .answerDropped: Problem(.answerNotKept)
        case .outcomeUnknown: Problem(.outcomeUnknown)
        // A statement that PostgreSQL does not understand (class 42) will not be better next time.
        case .unavailable(.server(let error)) where error.sqlState.hasPrefix("42"): Problem(.internalError)
        case .unavailable: .unavailable()
        case .unreadable: Problem(.internalError)
        }
    }

    /// What the operator must know, `nil` where the client alone is concerned. Holds no patient data.
    var report: String? {
        switch self {
        case .refused, .conflict, .commandIDReused, .answerDropped: nil
        case .outcomeUnknown: "outcome unknown"
        case .unavailable(let error): "\(error)"
        case .unreadable(let what): "\(what)"
        }
    }
}
