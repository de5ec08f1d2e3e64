import CLibPQ

/// The only owner of a `PGresult`, which is freed when the last `Rows` or `Row` that reads it is gone.
///
/// - Note: `@unchecked Sendable` because a result is never changed once libpq has handed it out, and its readers
///   (`PQgetvalue` and the like) only read memory that `deinit` alone frees.
@safe
final class ResultHandle: @unchecked Sendable {
    private let result: OpaquePointer
    let count: Int
    let columns: Int

    init(_ result: OpaquePointer) {
        unsafe self.result = unsafe result
        unsafe count = Int(PQntuples(result))
        unsafe columns = Int(PQnfields(result))
    }

    deinit { unsafe PQclear(result) }

    func type(_ column: Int) -> UInt32 { unsafe PQftype(result, Int32(truncatingIfNeeded: column)) }

    func isBinary(_ column: Int) -> Bool { unsafe PQfformat(result, Int32(truncatingIfNeeded: column)) == 1 }

    func name(_ column: Int) -> String {
        guard let name = unsafe PQfname(result, Int32(truncatingIfNeeded: column)) else { return "" }
        return unsafe String(cString: name)
    }

    /// Calls `body` with the bytes of the value in a row and column, or `nil` for NULL. `row` and `column` are in
    /// range: `Row` has checked them.
    func withValue<R, E: Error>(_ row: Int, _ column: Int, _ body: (RawSpan?) throws(E) -> R) throws(E) -> R {
        let row = Int32(truncatingIfNeeded: row)
        let column = Int32(truncatingIfNeeded: column)
        guard unsafe PQgetisnull(result, row, column) == 0, let value = unsafe PQgetvalue(result, row, column) else {
            return try body(nil)
        }
        let length = Int(unsafe PQgetlength(result, row, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: length)
        return try body(unsafe RawSpan(_unsafeBytes: bytes))
    }

    var commandTag: String {
        guard let tag = unsafe PQcmdStatus(result) else { return "" }
        return unsafe String(cString: tag)
    }

    var affected: Int {
        guard let digits = unsafe PQcmdTuples(result) else { return 0 }
        return Int(unsafe String(cString: digits)) ?? 0
    }
}
