/// An error that PostgreSQL reports for a statement.
///
/// DETAIL, HINT, CONTEXT and the statement's text are not kept: they quote column values, which may be patient data.
public struct ServerError: Error, Sendable, Hashable {
    /// The error's SQLSTATE: the five characters of PostgreSQL's appendix A, such as `23505` for a unique violation.
    public let sqlState: String
    /// PostgreSQL's primary message. It names tables and columns. For malformed input it may quote the value, so it is
    /// not part of `description`.
    public let message: String
    public let schema: String?
    public let table: String?
    public let column: String?
    /// The name of the constraint that was violated; `nil` if the error concerns no constraint.
    public let constraint: String?
    /// Whether PostgreSQL closed the session with the error.
    public let isFatal: Bool

    package init(
        sqlState: String, message: String = "", schema: String? = nil, table: String? = nil, column: String? = nil,
        constraint: String? = nil, isFatal: Bool = false
    ) {
        self.sqlState = sqlState
        self.message = message
        self.schema = schema
        self.table = table
        self.column = column
        self.constraint = constraint
        self.isFatal = isFatal
    }

    /// Whether a unique constraint or unique index rejected a row.
    public var isUniqueViolation: Bool { sqlState == "23505" }
    /// Whether an exclusion constraint rejected a row.
    public var isExclusionViolation: Bool { sqlState == "23P01" }
    public var isForeignKeyViolation: Bool { sqlState == "23503" }
    /// Whether the same transaction may succeed if it is tried again: it failed because of a serialization failure or a
    /// deadlock.
    public var isTransient: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether PostgreSQL refused to switch to a role because the login lacks the right.
    package var refusesRole: Bool { sqlState == "42501" }
    /// Whether PostgreSQL could not switch to a role because the role does not exist.
    var lacksRole: Bool { sqlState == "22023" }

    /// Whether the statement was cancelled, by its timeout or by request.
    var isCancellation: Bool { sqlState == "57014" }
    /// Whether a prepared statement may be outdated (its result type changed, or it no longer exists), so that it is
    /// prepared again.
    var isStaleStatement: Bool { sqlState == "0A000" || sqlState == "26000" }
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        let place = [table.map { "table \($0)" }, column.map { "column \($0)" }, constraint.map { "constraint \($0)" }]
        let state = words.map { "\($0) (SQLSTATE \(sqlState))" } ?? "SQLSTATE \(sqlState)"
        return ([state] + place.compactMap { $0 }).joined(separator: ", ")
    }

    /// A description of the error for the SQLSTATEs that operators see most; `nil` for all other errors. PostgreSQL's
    /// message is not used, since it may quote values.
    private var words: String? {
        switch sqlState {
        case "25006": "the database is read-only"
        case "28000", "28P01": "the role may not sign in"
        case "3D000": "there is no such database"
        case "42501": "the role does not have the right to do this"
        case "42P01": "a table is not there"
        case "42703": "a column is not there"
        case "42883": "a function is not there"
        case "53100": "the disk is full"
        case "53300": "there are too many connections"
        case "55P03": "a lock was not to be had in time"
        case "57014": "it took too long and was cancelled"
        case "57P01", "57P02", "57P03": "the server is stopping or starting"
        default: nil
        }
    }
}
