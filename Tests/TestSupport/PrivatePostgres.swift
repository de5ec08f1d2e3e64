import Foundation

/// A PostgreSQL cluster that belongs to the tests, in a temporary folder, reached by a Unix socket. The folder of a
/// cluster that no test kills is in memory, if the machine has room there.
///
/// A `Watchdog` removes the cluster when the test process ends in any way.
public final class PrivatePostgres: Sendable {
    /// Whether the cluster's data survives a crash of the PostgreSQL server.
    public enum Durability: Sendable {
        /// The cluster runs without fsync, which is fast. Use it in tests that do not kill the PostgreSQL server.
        case throwaway
        /// The cluster runs with fsync, as in production, so acknowledged data survives `kill9()`.
        case durable
    }

    public let folder: URL
    public let port: Int
    let programs: ClusterPrograms
    private let watchdog: Watchdog
    private let settings: [String: String]

    /// Creates a cluster, starts it and waits until it accepts connections.
    public static func dedicated(
        _ durability: Durability = .durable, settings: [String: String] = [:]
    ) async throws -> PrivatePostgres {
        let cluster = try PrivatePostgres(durability, settings: settings)
        try await cluster.programs.run(
            "initdb",
            [
                "--pgdata", cluster.data.path(percentEncoded: false), "--username", "postgres", "--auth", "trust",
                "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync",
            ])
        try await cluster.start()
        return cluster
    }

    /// Creates a hot standby of the running cluster `primary`. The standby replays all writes and can be read.
    public static func standby(of primary: PrivatePostgres) async throws -> PrivatePostgres {
        let cluster = try PrivatePostgres(.throwaway, settings: [:])
        try await cluster.programs.run(
            "pg_basebackup",
            [
                "--host", primary.folder.path(percentEncoded: false), "--port", "\(primary.port)",
                "--username", "postgres", "--pgdata", cluster.data.path(percentEncoded: false),
                "--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast", "--no-sync",
            ])
        try await cluster.start()
        return cluster
    }

    private init(_ durability: Durability, settings extra: [String: String]) throws {
        programs = try ClusterPrograms.find()
        port = Int.random(in: 20_000..<60_000)
        folder = try programs.makeFolder(inMemory: durability == .throwaway)
        watchdog = try Watchdog(folder: folder)
        var settings = [
            "listen_addresses": "", "unix_socket_directories": folder.path(percentEncoded: false), "port": "\(port)",
            "max_connections": "1000", "shared_buffers": "64MB", "timezone": "UTC", "log_min_messages": "fatal",
            "autovacuum_naptime": "1h",
        ]
        if durability == .throwaway {
            settings["fsync"] = "off"
            settings["synchronous_commit"] = "off"
            settings["full_page_writes"] = "off"
        }
        self.settings = settings.merging(extra) { $1 }
    }

    var data: URL { folder.appending(path: "data") }

    /// The connection string of one of the cluster's databases, as its superuser.
    public func conninfo(database: String = "postgres") -> String {
        "host='\(folder.path(percentEncoded: false))' port=\(port) user=postgres dbname='\(database)'"
    }

    /// Starts the PostgreSQL server and waits until it accepts connections.
    public func start() async throws {
        let log = folder.appending(path: "server.log").path(percentEncoded: false)
        let options = settings.sorted { $0.key < $1.key }.map { "-c \($0.key)='\($0.value)'" }.joined(separator: " ")
        try await programs.run(
            "pg_ctl",
            ["start", "--wait", "--timeout=60", "-D", data.path(percentEncoded: false), "-l", log, "-o", options])
    }

    /// Stops the PostgreSQL server as an administrator would: it ends all sessions and rolls back their transactions.
    public func stop() async throws {
        try await programs.run("pg_ctl", ["stop", "--mode=fast", "--wait", "-D", data.path(percentEncoded: false)])
    }

    /// Stops the PostgreSQL server and starts it again.
    public func restart() async throws {
        try await stop()
        try await start()
    }

    /// Kills the PostgreSQL server and all its sessions with SIGKILL. At the next start PostgreSQL recovers the data
    /// from the write-ahead log.
    public func kill9() async throws {
        guard let postmaster = postmaster else { return }
        let sessions = Self.children(of: postmaster)
        for process in [postmaster] + sessions { kill(process, SIGKILL) }
        // PostgreSQL's shared memory is free only after its last process has ended.
        for process in [postmaster] + sessions {
            while kill(process, 0) == 0, !Self.isZombie(process) { try await Task.sleep(for: .milliseconds(2)) }
        }
        // If no process reaps orphans, the killed postmaster stays a zombie. A new postmaster that finds its pid file
        // would take it for a running server.
        try FileManager.default.removeItem(at: data.appending(path: "postmaster.pid"))
        try? FileManager.default.removeItem(at: folder.appending(path: ".s.PGSQL.\(port).lock"))
    }

    /// The process id of the running PostgreSQL server, from its pid file; `nil` if there is no such file.
    public var postmaster: pid_t? {
        let file = data.appending(path: "postmaster.pid")
        return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first.flatMap { pid_t($0) }
    }

    private static func isZombie(_ process: pid_t) -> Bool { status(of: process).first == "Z" }

    private static func children(of parent: pid_t) -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { status(of: $0).dropFirst().first == "\(parent)" }
    }

    /// The fields from `state` on in a process's `/proc/PID/stat` (proc(5)).
    private static func status(of process: pid_t) -> [Substring] {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return line.split(separator: ")").last?.split(separator: " ") ?? []
    }

    /// Stops and removes the cluster now. Otherwise it is removed when the test process ends.
    public func remove() { watchdog.release() }
}
