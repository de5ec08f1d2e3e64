import CLibPQ

/// A result that libpq returns. Each case is a status, or several statuses that are treated alike.
enum LinkResult {
    case rows(ResultHandle)
    case failed(ServerError)
    case skipped
    case sync
    case copyIn
    case copyOut
    /// An error that comes from libpq and not from PostgreSQL. The connection is lost.
    case lost(String)
    case other(String)

    /// Reads libpq's result, and takes over the ownership of the `PGresult`.
    @unsafe
    init(_ result: OpaquePointer) {
        let status = unsafe PQresultStatus(result)
        switch status {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            self = .rows(unsafe ResultHandle(result))
            return
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR: self = unsafe LinkResult(failure: result)
        case PGRES_PIPELINE_ABORTED: self = .skipped
        case PGRES_PIPELINE_SYNC: self = .sync
        case PGRES_COPY_IN: self = .copyIn
        case PGRES_COPY_OUT: self = .copyOut
        default: self = .other("result status \(status.rawValue)")
        }
        unsafe PQclear(result)
    }

    @unsafe
    private init(failure result: OpaquePointer) {
        func field(_ code: Int) -> String? {
            guard let value = unsafe PQresultErrorField(result, Int32(truncatingIfNeeded: code)) else { return nil }
            return unsafe String(cString: value)
        }
        // If libpq's error has no SQLSTATE, it comes from libpq itself and means that the connection is lost.
        guard let sqlState = field(Int(CHAIRSIDE_DIAG_SQLSTATE)) else {
            let message = unsafe PQresultErrorMessage(result).map { unsafe String(cString: $0) }
            self = .lost(message?.split(whereSeparator: \.isNewline).joined(separator: " ") ?? "")
            return
        }
        let severity = field(Int(CHAIRSIDE_DIAG_SEVERITY)) ?? ""
        self = .failed(
            ServerError(
                sqlState: sqlState,
                message: field(Int(CHAIRSIDE_DIAG_MESSAGE)) ?? "",
                schema: field(Int(CHAIRSIDE_DIAG_SCHEMA)),
                table: field(Int(CHAIRSIDE_DIAG_TABLE)),
                column: field(Int(CHAIRSIDE_DIAG_COLUMN)),
                constraint: field(Int(CHAIRSIDE_DIAG_CONSTRAINT)),
                isFatal: severity == "FATAL" || severity == "PANIC"))
    }

    /// A result of libpq as a reply to one step of a database call in the pipeline.
    var reply: StatementReply<Rows> {
        switch self {
        case .rows(let handle): .done(Rows(handle))
        case .failed(let error): .failed(error)
        case .skipped: .skipped
        case .sync: .sync
        case .copyIn, .copyOut: .misplaced("COPY among other statements")
        case .lost(let what), .other(let what): .misplaced(what)
        }
    }
}
