import EventStore

extension CommandOutcome {
    init(_ status: Outcome.Status) {
        self =
            switch status {
            case .new: .applied
            case .unchanged: .unchanged
            case .replayed: .repeated
            }
    }

    init(_ failure: LogFailure<some Error>) {
        self =
            switch failure {
            case .rejected: .refused
            case .conflict: .conflict
            case .commandIDReused: .keyReused
            case .answerDropped: .repeated
            case .outcomeUnknown: .unknown
            case .unavailable: .unavailable
            case .unreadable: .unreadable
            }
    }
}
