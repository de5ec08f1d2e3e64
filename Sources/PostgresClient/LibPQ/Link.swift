import CLibPQ
import SQL

/// The only owner of a `PGconn`, which is libpq's connection. It offers libpq's functions with safe signatures. None of
/// them blocks.
///
/// A link belongs to one connection, and so to one loop.
@safe
final class Link {
    enum Polling { case reading, writing, ready, failed }
    enum Flush { case done, pending, failed }

    private let connection: OpaquePointer
    private var parameters = ParameterBuffer()
    private let notices = Notices()

    /// Begins to open libpq's connection. Host names must have been resolved (`hostaddr`), or libpq would block on DNS.
    init(_ options: [(keyword: String, value: String)]) throws(PostgresError) {
        let keywords = options.map(\.keyword)
        let values = options.map(\.value)
        let started = unsafe withCStrings(keywords) { keywords in
            unsafe withCStrings(values) { values in unsafe PQconnectStartParams(keywords, values, 0) }
        }
        guard let started = unsafe started else { throw .notConnected("out of memory") }
        unsafe connection = unsafe started
        unsafe notices.receive(from: started)
        if isBroken { throw .notConnected(errorMessage) }
    }

    deinit { unsafe PQfinish(connection) }

    func pollConnect() -> Polling {
        switch unsafe PQconnectPoll(connection) {
        case PGRES_POLLING_READING: .reading
        case PGRES_POLLING_WRITING: .writing
        case PGRES_POLLING_OK: .ready
        default: .failed
        }
    }

    var socket: Int32 { unsafe PQsocket(connection) }
    var backendPID: Int32 { unsafe PQbackendPID(connection) }
    var serverVersion: Int32 { unsafe PQserverVersion(connection) }
    /// The role that the session logged in with.
    var user: String { unsafe PQuser(connection).map { unsafe String(cString: $0) } ?? "" }
    var usesTLS: Bool { unsafe PQsslInUse(connection) != 0 }

    /// libpq's message about the connection. It is read only before the first statement and when libpq itself fails, so
    /// it contains no values.
    var errorMessage: String {
        guard let message = unsafe PQerrorMessage(connection) else { return "" }
        let lines = unsafe String(cString: message).split(whereSeparator: \.isNewline)
        return lines.joined(separator: " ")
    }

    /// Whether libpq considers the connection to PostgreSQL lost.
    var isBroken: Bool { unsafe PQstatus(connection) == CONNECTION_BAD }
    func setNonBlocking() -> Bool { unsafe PQsetnonblocking(connection, 1) == 0 }
    func enterPipeline() -> Bool { unsafe PQenterPipelineMode(connection) == 1 }
    func exitPipeline() -> Bool { unsafe PQexitPipelineMode(connection) == 1 }

    enum Transaction { case idle, active, open, failed, unknown }

    var transaction: Transaction {
        switch unsafe PQtransactionStatus(connection) {
        case PQTRANS_IDLE: .idle
        case PQTRANS_ACTIVE: .active
        case PQTRANS_INTRANS: .open
        case PQTRANS_INERROR: .failed
        default: .unknown
        }
    }

    // Functions that pass statements to libpq, which sends them with `flush`.

    func sendPrepare(_ statement: PreparedStatement) -> Bool {
        let types = statement.types.map(\.rawValue)
        return unsafe types.withUnsafeBufferPointer {
            unsafe PQsendPrepare(connection, statement.name, statement.text, Int32(types.count), $0.baseAddress) == 1
        }
    }

    func sendPrepared(_ name: String, _ binds: [Bind]) -> Bool {
        parameters.fill(binds)
        return unsafe parameters.withPointers { values, lengths, formats in
            unsafe PQsendQueryPrepared(connection, name, Int32(binds.count), values, lengths, formats, 1) == 1
        }
    }

    func sendUnprepared(_ text: String, _ binds: [Bind]) -> Bool {
        parameters.fill(binds)
        let types = binds.map(\.type.rawValue)
        return unsafe types.withUnsafeBufferPointer { types in
            unsafe parameters.withPointers { values, lengths, formats in
                unsafe PQsendQueryParams(
                    connection, text, Int32(binds.count), types.baseAddress, values, lengths, formats, 1) == 1
            }
        }
    }

    /// Sends a script of several statements without binds through the simple protocol. Must be called outside of the
    /// pipeline.
    func sendScript(_ text: String) -> Bool { unsafe PQsendQuery(connection, text) == 1 }

    func sendSync() -> Bool { unsafe chairside_pipeline_sync(connection) == 1 }

    func flush() -> Flush {
        switch unsafe PQflush(connection) {
        case 0: .done
        case 1: .pending
        default: .failed
        }
    }

    // Functions that read answers and notifications from libpq.

    /// Lets libpq read the bytes that have arrived at the socket. Returns false if the connection is lost.
    func consume() -> Bool { unsafe PQconsumeInput(connection) == 1 }

    /// Whether libpq has no complete result yet, so that `nextResult` would block.
    var isBusy: Bool { unsafe PQisBusy(connection) != 0 }

    /// libpq's next result; `nil` if libpq returns NULL, which ends the results of a statement. Must be called only
    /// when `isBusy` is false.
    func nextResult() -> LinkResult? {
        guard let result = unsafe PQgetResult(connection) else { return nil }
        return unsafe LinkResult(result)
    }

    /// Returns whether PostgreSQL has warned since the last call that the next acknowledged commit may be lost, and
    /// clears the flag.
    func takeDoubt() -> Bool { notices.takeDoubt() }

    func nextNotification() -> Notification? {
        guard let notify = unsafe PQnotifies(connection) else { return nil }
        defer { unsafe PQfreemem(notify) }
        return unsafe Notification(
            channel: String(cString: notify.pointee.relname), payload: String(cString: notify.pointee.extra),
            senderPID: notify.pointee.be_pid)
    }

    func cancelRequest() -> CancelRequest? {
        guard let cancel = unsafe PQgetCancel(connection) else { return nil }
        return unsafe CancelRequest(cancel)
    }

    // Functions for the data of a COPY.

    func putCopy(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return true }
            return unsafe PQputCopyData(
                connection, base.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count)) == 1
        }
    }

    /// Ends the data of a COPY FROM.
    ///
    /// - Parameter reason: why the COPY is aborted; `nil` to complete it.
    func endCopy(abandoning reason: String? = nil) -> Bool { unsafe PQputCopyEnd(connection, reason) == 1 }

    enum CopyOut { case appended, wait, over }

    /// Appends the next piece of data of a COPY TO to `output`, if it has arrived.
    func takeCopy(into output: inout [UInt8]) -> CopyOut {
        var buffer: UnsafeMutablePointer<CChar>?
        let count = unsafe PQgetCopyData(connection, &buffer, 1)
        guard count > 0, let start = unsafe buffer else { return count == 0 ? .wait : .over }
        defer { unsafe PQfreemem(start) }
        unsafe output.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
        return .appended
    }
}
