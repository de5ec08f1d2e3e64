import PostgresClient

extension PostgresError {
    /// Whether PostgreSQL rejected a statement but keeps the connection open, so that it can still be used.
    package var isStatementError: Bool {
        if case .server(let error) = self { !error.isFatal } else { false }
    }

    /// Whether PostgreSQL closed the connection with the error. The error does not show whether an earlier commit
    /// succeeded.
    var isFatal: Bool {
        if case .server(let error) = self { error.isFatal } else { false }
    }

    /// Whether `move_feed` failed because the feed does not end as expected.
    var isFeedMoved: Bool {
        if case .server(let error) = self { error.sqlState == "CS001" } else { false }
    }

    /// Whether the error is a violated constraint: class 23 of PostgreSQL's appendix A.
    var isConstraintViolation: Bool {
        if case .server(let error) = self { error.sqlState.hasPrefix("23") } else { false }
    }
}
