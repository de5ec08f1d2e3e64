import EventLoop
import PostgresClient
import SQL

/// One of a log's connections for appends. It is opened at the first append, and again at the next append after it was
/// lost.
package final class Writer {
    private let configuration: PostgresConfiguration
    private let loop: EventLoop
    private var current: PostgresConnection?
    private var isClosed = false

    package init(_ configuration: PostgresConfiguration, on loop: EventLoop) {
        self.configuration = configuration
        self.loop = loop
    }

    /// Returns the open connection for appends, or opens one.
    ///
    /// - Returns: the connection, and whether this call has opened it. A connection opened earlier may already be
    ///   broken.
    func connection() async throws(PostgresError) -> (connection: PostgresConnection, isNew: Bool) {
        if let current, current.isOpen { return (current, false) }
        guard !isClosed else { throw .notConnected("closed") }
        let opened = try await PostgresConnection.connect(configuration, on: loop)
        guard !isClosed else {
            opened.close()
            throw .notConnected("closed")
        }
        // While the task waited, another batch may have opened a connection for appends. All batches must use the same
        // one.
        if let current, current.isOpen {
            opened.close()
            return (current, false)
        }
        current = opened
        return (opened, true)
    }

    /// Rolls back a transaction that was begun on this connection and not committed. If that fails, the connection is
    /// closed.
    func rollBack() async {
        guard let current, current.isOpen else { return }
        do { _ = try await current.perform(["ROLLBACK"], effect: .reads) } catch { current.close() }
    }

    func close() {
        isClosed = true
        current?.close()
        current = nil
    }
}
