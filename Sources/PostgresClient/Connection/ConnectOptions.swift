import EventLoop

/// libpq's options for one attempt to connect: the configured options, timeouts, and addresses instead of host names,
/// so that libpq never queries DNS.
struct ConnectOptions {
    private(set) var values: [String: String]

    init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        values = try Conninfo.parse(configuration.conninfo)
        values["application_name", default: configuration.applicationName] = configuration.applicationName
        values["client_encoding"] = "UTF8"
        // Kerberos is disabled unless the configuration asks for it, since libpq would read files for it and may
        // contact a Kerberos server.
        setUnlessGiven("gssencmode", "disable")
        // With the options for TCP keepalives, a PostgreSQL server that disappeared is detected within half a minute,
        // even while no statement is sent.
        setUnlessGiven("keepalives_idle", "15")
        setUnlessGiven("keepalives_interval", "5")
        setUnlessGiven("keepalives_count", "3")
        setUnlessGiven("tcp_user_timeout", "30000")
        var settings = [
            "statement_timeout=\(configuration.statementTimeout.milliseconds)",
            "idle_in_transaction_session_timeout=\(configuration.idleInTransactionTimeout.milliseconds)",
            "TimeZone=UTC",
            // Warnings of PostgreSQL are requested, since an uncertain commit is reported as a warning (see `Notices`).
            "client_min_messages=warning",
            // Our statements take milliseconds. PostgreSQL compiles those that it estimates to be expensive, or starts
            // processes for them, which takes longer: most of a second, or 15 ms, for searches among 200,000 patients.
            "jit=off", "max_parallel_workers_per_gather=0",
        ]
        if let path = configuration.searchPath { settings.append("search_path=\(path.rawValue)") }
        let ours = settings.map { "-c \($0)" }.joined(separator: " ")
        values["options"] = values["options"].map { "\($0) \(ours)" } ?? ours
    }

    private mutating func setUnlessGiven(_ keyword: String, _ value: String) {
        if values[keyword] == nil { values[keyword] = value }
    }

    var pairs: [(keyword: String, value: String)] { values.map { ($0.key, $0.value) } }

    /// Adds the addresses of the host names to libpq's options (`hostaddr`), in the resolver's order. A host with
    /// several addresses is listed once for each.
    ///
    /// - Throws: `notConnected` if no address is known in time, `cancelled` if the task is cancelled.
    mutating func resolveHosts(on loop: EventLoop, until: MonotonicTime) async throws(PostgresError) {
        guard values["hostaddr"] == nil else { return }
        let defaults = Conninfo.defaults()
        guard let list = values["host"] ?? defaults["host"], !list.isEmpty else { return }
        let hosts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard hosts.contains(where: Self.isName) else { return }
        let ports = (values["port"] ?? defaults["port"] ?? "5432").split(
            separator: ",", omittingEmptySubsequences: false)
        var resolved: [(host: String, address: String, port: String)] = []
        for (index, host) in hosts.enumerated() {
            let port = String(ports.count > 1 && index < ports.count ? ports[index] : ports.first ?? "5432")
            guard Self.isName(host) else {
                resolved.append((host, "", port))
                continue
            }
            do {
                let addresses = try await Self.addresses(of: host, port: UInt16(port) ?? 5432, on: loop, until: until)
                resolved += addresses.map { (host, $0.host, port) }
            } catch {
                // If one of several hosts cannot be resolved, the error is ignored, since another one may be resolved.
                if hosts.count == 1 || error == .cancelled { throw error }
            }
        }
        guard !resolved.isEmpty else { throw .notConnected("none of the hosts \(list) is known") }
        values["host"] = resolved.map(\.host).joined(separator: ",")
        values["hostaddr"] = resolved.map(\.address).joined(separator: ",")
        values["port"] = resolved.map(\.port).joined(separator: ",")
    }

    /// Resolves a host name. If the resolver answers after `until`, or after the task was cancelled, the answer is
    /// ignored.
    private static func addresses(
        of host: String, port: UInt16, on loop: EventLoop, until: MonotonicTime
    ) async throws(PostgresError) -> [SocketAddress] {
        let found = Waiter<[SocketAddress]>()
        let late = loop.schedule(after: until - loop.now) {
            found.fail(.notConnected("\(host): no name server answered in time"))
        }
        defer { late.cancel() }
        loop.task {
            do throws(SystemError) {
                found.succeed(try await resolve(host: host, port: port, on: loop))
            } catch {
                found.fail(.notConnected("\(host): \(error)"))
            }
        }
        return try await found.outcome(on: loop) { found.fail(.cancelled) }
    }

    /// Whether a host in libpq's options is a name: neither empty (the default socket), nor a socket's folder, nor an
    /// address.
    private static func isName(_ host: String) -> Bool {
        if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host.contains(":") { return false }
        return !host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
