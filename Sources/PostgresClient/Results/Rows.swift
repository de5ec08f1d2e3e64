/// The result of one statement: its rows, in PostgreSQL's binary formats.
public struct Rows: Sendable {
    let handle: ResultHandle?

    init(_ handle: ResultHandle?) { self.handle = handle }

    /// A result without rows, for example that of an empty list of statements.
    public static var none: Rows { Rows(nil) }

    public var count: Int { handle?.count ?? 0 }
    public var isEmpty: Bool { count == 0 }
    /// The number of columns in each row of the result.
    public var columns: Int { handle?.columns ?? 0 }
    /// The number of rows that an INSERT, UPDATE, DELETE or COPY changed.
    public var affected: Int { handle?.affected ?? 0 }
    /// PostgreSQL's tag for the executed command: its name and count, such as `INSERT 0 3`.
    public var commandTag: String { handle?.commandTag ?? "" }

    /// The only row of the result.
    ///
    /// - Throws: `protocolViolation` if there are none or several.
    public var only: Row {
        get throws(PostgresError) {
            guard count == 1, let row = first else { throw .protocolViolation("\(count) rows where one was expected") }
            return row
        }
    }
}

extension Rows: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(_ index: Int) -> Row {
        guard let handle, index >= 0, index < handle.count else { preconditionFailure("no row \(index) of \(count)") }
        return Row(handle: handle, index: index)
    }
}
