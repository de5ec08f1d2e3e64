public import EventLoop
import SQL

extension PostgresConnection {
    /// Opens a session with PostgreSQL. The loop is not blocked while names are resolved and packets awaited.
    ///
    /// - Throws: `notConnected` if PostgreSQL cannot be reached, refuses the connection or does not answer in time,
    ///   `roleRefused` if PostgreSQL refuses the role, `protocolViolation` if a connection pooler refuses the options,
    ///   `cancelled` if the task is cancelled.
    public static func connect(
        _ configuration: PostgresConfiguration, on loop: EventLoop
    ) async throws(PostgresError) -> PostgresConnection {
        loop.preconditionCurrent()
        let until = loop.deadline(after: configuration.connectTimeout)
        var options = try ConnectOptions(configuration)
        try await options.resolveHosts(on: loop, until: until)
        let link = try Link(options.pairs)
        try await handshake(link, on: loop, until: until)
        let connection = try PostgresConnection(link: link, configuration: configuration, loop: loop)
        guard let role = configuration.role else { return connection }
        let late = loop.schedule(after: until - loop.now) { connection.lose("the server did not answer in time") }
        defer { late.cancel() }
        do {
            _ = try await connection.perform("SELECT set_config('role', \(role), false)", effect: .reads)
        } catch {
            connection.close()
            throw refusal(of: role, error, link)
        }
        return connection
    }

    /// The error for a role that PostgreSQL refused: because the login may not take it on, or because there is no such
    /// role.
    private static func refusal(of role: String, _ error: PostgresError, _ link: Link) -> PostgresError {
        guard case .server(let refusal) = error else { return error }
        if refusal.refusesRole {
            return .roleRefused(RefusedRole([role], for: link.user, serverVersion: Int(link.serverVersion)))
        }
        return refusal.lacksRole ? .roleRefused(RefusedRole(missing: role, for: link.user)) : error
    }

    /// Performs libpq's steps to open a session. Each step waits for the socket event that libpq needs. The socket may
    /// change with every step.
    private static func handshake(_ link: Link, on loop: EventLoop, until: MonotonicTime) async throws(PostgresError) {
        var polling = Link.Polling.writing
        while true {
            switch polling {
            case .ready: return
            case .failed:
                let message = link.errorMessage
                throw message.contains("unsupported startup parameter") ? poolerRefusesOptions : .notConnected(message)
            case .reading, .writing:
                guard try await socket(link.socket, on: loop, reads: polling == .reading, until: until) else {
                    throw .notConnected("the server did not answer in time")
                }
                polling = link.pollConnect()
            }
        }
    }

    /// Waits until a socket can be read or written. Returns false after the timeout.
    private static func socket(
        _ descriptor: Int32, on loop: EventLoop, reads: Bool, until: MonotonicTime
    ) async throws(PostgresError) -> Bool {
        let watcher: SocketWatcher
        do { watcher = try SocketWatcher(on: loop, descriptor: descriptor) } catch { throw .notConnected("\(error)") }
        // The libuv handle on the socket must be closed before libpq may close the socket.
        defer { watcher.close() }
        let ready = Waiter<Bool>()
        let deadline = loop.schedule(after: until - loop.now) { ready.succeed(false) }
        defer { deadline.cancel() }
        watcher.watch(readable: reads, writable: !reads) { _ in
            watcher.watch(readable: false, writable: false)
            ready.succeed(true)
        }
        return try await ready.outcome(on: loop) { ready.fail(.cancelled) }
    }
}
