import Logging
import PostgresClient
import Synchronization

/// Whether PostgreSQL can store the appends of this process, according to the last append that it stored or could not
/// store.
///
/// One refusal is enough for the verdict, since PostgreSQL names the cause: the disk or the tablespace of a table is
/// full, a file cannot be written, or the database is read-only. The verdict lasts until an append is stored, or until a
/// large append that is rolled back (`StorageProbe`) shows that PostgreSQL can store again.
public final class StorageHealth: Sendable {
    private let fails = Atomic(false)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// Whether PostgreSQL could not store the last append.
    public var isFailing: Bool { fails.load(ordering: .relaxed) }

    /// Records that PostgreSQL stored an append, or a probe of one.
    public func stored() {
        guard isFailing, fails.exchange(false, ordering: .relaxed) else { return }
        logger.notice("the database stores appends again")
    }

    /// Records that an append failed, if PostgreSQL could not store it.
    func failed(_ error: any Error) {
        guard case PostgresError.server(let refusal) = error, refusal.isFailureToStore,
            !fails.exchange(true, ordering: .relaxed)
        else { return }
        logger.error("the database cannot store appends", metadata: ["reason": "\(error)"])
    }
}

extension ServerError {
    /// Whether PostgreSQL could not store data, whatever the data: the disk is full (`disk_full`), a limit of the
    /// configuration is reached (`configuration_limit_exceeded`), a file cannot be written (class 58), or the database
    /// is read-only (`read_only_sql_transaction`). PostgreSQL manual, appendix A.
    var isFailureToStore: Bool {
        ["53100", "53400", "25006"].contains(sqlState) || sqlState.hasPrefix("58")
    }
}
