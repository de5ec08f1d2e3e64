/// One step of the database's schema: a file of `migrations/`, built into the program.
///
/// Servers of the version before go on working on the schema after it. So a migration adds, and what a column or table is no longer
/// needed for goes with a later release. One that takes away says in its comments what the oldest program is that can go on.
public struct Migration: Sendable {
    /// Unique, and the order in which migrations are applied.
    public let number: Int
    public let name: String
    /// `nil` for a script from outside of the program.
    public let owner: Owner?
    /// The whole file, in UTF-8.
    public let script: [UInt8]
    /// The index that the script, which is one `CREATE INDEX CONCURRENTLY`, makes outside of a transaction, as a line says:
    /// `-- outside a transaction: index NAME`.
    public let concurrentIndex: String?
    /// The newest migration that a program has to know to run on this schema, as a line says: `-- oldest program: 0180`. 0: any may.
    public let oldestProgram: Int

    public init(_ number: Int, _ name: String, of owner: Owner? = nil, script: [UInt8]) {
        self.number = number
        self.name = name
        self.owner = owner
        self.script = script
        let lines = script.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        func value(of marker: String) -> String? {
            lines.first { $0.hasPrefix(marker) }.map { String($0.dropFirst(marker.count)) }
        }
        concurrentIndex = value(of: "-- outside a transaction: index ")
        oldestProgram = value(of: "-- oldest program: ").flatMap { Int($0) } ?? 0
    }
}

extension Migration {
    /// The part of the program whose tables, functions and roles a migration makes or changes.
    public enum Owner: Sendable, CaseIterable {
        /// Feeds, events, tags, commands, and people's keys.
        case eventStore
        /// Positions and leases of asynchronous projections, and the records of rebuilds.
        case projections
        /// The hash chain over the events.
        case eventChain
        /// The clinic's read models, and the tags of its events.
        case clinic
        /// Accounts, memberships, sessions, devices and their records.
        case identity
        /// What a server does for all of them: tenant isolation, access log, security log, their chain, erasures outside.
        case server
    }

    /// `0001_event_log`, as the file is called.
    public var fileName: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_" + name
    }

    /// - Parameter fileName: `0001_event_log.sql`.
    /// - Returns: `nil` for any other file.
    public init?(fileName: String, script: [UInt8]) {
        let parts = fileName.split(separator: "_", maxSplits: 1)
        guard parts.count == 2, fileName.hasSuffix(".sql"), let number = Int(parts[0]), number > 0 else { return nil }
        self.init(number, String(parts[1].dropLast(4)), script: script)
    }
}
