/// One row of a result; columns are counted from 0.
///
/// A reader throws `protocolViolation` if the column is missing, is of another type, or is NULL although the reader
/// does not return an optional.
public struct Row: Sendable {
    let handle: ResultHandle
    let index: Int

    public var columns: Int { handle.columns }

    public func isNull(_ column: Int) throws(PostgresError) -> Bool {
        try read(column) { (_, bytes) throws(PostgresError) in bytes == nil }
    }

    /// Calls `body` with the bytes of a column's value as PostgreSQL sent them. Text and JSON are UTF-8. NULL is a
    /// `protocolViolation`.
    public func withBytes<R>(_ column: Int, _ body: (RawSpan) throws(PostgresError) -> R) throws(PostgresError) -> R {
        try read(column) { (_, bytes) throws(PostgresError) in
            guard let bytes else { throw .protocolViolation("column \(column) is NULL") }
            return try body(bytes)
        }
    }

    /// Appends the bytes of a column's value to `output` as PostgreSQL sent them, without a check. NULL appends no
    /// bytes.
    public func appendBytes(_ column: Int, to output: inout [UInt8]) throws(PostgresError) {
        try read(column) { (_, bytes) throws(PostgresError) in
            guard let bytes else { return }
            output.append(span: bytes)
        }
    }

    func read<R>(
        _ column: Int, _ body: (ResultColumnType, RawSpan?) throws(PostgresError) -> R
    ) throws(PostgresError) -> R {
        guard column >= 0, column < handle.columns else { throw .protocolViolation("there is no column \(column)") }
        let type = ResultColumnType(oid: handle.type(column))
        return try handle.withValue(index, column) { (bytes) throws(PostgresError) in try body(type, bytes) }
    }

    /// Reads a column's value with `body`. NULL is a `protocolViolation`.
    func required<R>(
        _ column: Int, _ body: (ResultColumnType, RawSpan) throws(PostgresError) -> R?
    ) throws(PostgresError) -> R {
        guard let value = try optional(column, body) else { throw .protocolViolation("column \(column) is NULL") }
        return value
    }

    /// Reads a column's value with the function `body`, or returns `nil` for NULL. If `body` returns `nil`, the column
    /// has the wrong type.
    func optional<R>(
        _ column: Int, _ body: (ResultColumnType, RawSpan) throws(PostgresError) -> R?
    ) throws(PostgresError) -> R? {
        try read(column) { (type, bytes) throws(PostgresError) in
            guard let bytes else { return nil }
            if let value = try body(type, bytes) { return value }
            throw .protocolViolation("column \(column) has type \(type.oid), which its reader does not take")
        }
    }
}
