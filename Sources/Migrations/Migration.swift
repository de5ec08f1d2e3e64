/// One change of the database's schema: a file of `migrations/`, built into the program.
///
/// Servers of the previous release must work with the new schema. So a migration only adds, and a later release removes
/// a column or table that is no longer needed. A migration that removes something declares in a comment the oldest
/// program that can still run.
public struct Migration: Sendable {
    /// The unique number of the migration. Migrations are applied in the order of their numbers.
    public let number: Int
    public let name: String
    /// The part of the program to which the migration belongs; `nil` for a script from outside of the program.
    public let owner: Owner?
    /// The text of the migration's whole file, in UTF-8.
    public let script: [UInt8]
    /// The name of the index that the migration builds outside of a transaction. The script is then one `CREATE INDEX
    /// CONCURRENTLY`. A comment in the migration declares the name: `-- outside a transaction: index NAME`.
    public let concurrentIndex: String?
    /// The number of a migration. Only a program that knows the migration with that number can run on a database with
    /// this migration; 0 if any program can. A comment in the migration's file declares the number:
    /// `-- oldest program: 0180`.
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
    /// The part of the program whose tables, functions and roles a migration creates or changes.
    public enum Owner: Sendable, CaseIterable {
        /// The part of the schema for the event store: feeds, events, tags, commands, and person keys.
        case eventStore
        /// The part of the schema for projections: positions and leases of asynchronous projections, and the records of
        /// rebuilds.
        case projections
        /// The part of the schema for the hash chain over the events.
        case eventChain
        /// The part of the schema for the clinic: read models, and the tags of events.
        case clinic
        /// The part of the schema for identity: accounts, memberships, sessions, PINs, second factors, one-time tokens,
        /// counts of attempts, mails that wait to be sent, booking requests, registrations and reports of devices,
        /// paired tablets, and paired clients.
        case identity
        /// The part of the schema for the server: tenant isolation, access log, security log, record chain, heartbeat,
        /// list of erasures, clinics' logos, vaults, health samples, notification outbox, and webhooks.
        case server
    }

    /// The name of the migration's file without its ending: `0001_event_log`.
    public var fileName: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_" + name
    }

    /// Creates a migration from a file.
    ///
    /// - Parameter fileName: the file's name, such as `0001_event_log.sql`.
    /// - Returns: `nil` if the file's name has another form.
    public init?(fileName: String, script: [UInt8]) {
        let parts = fileName.split(separator: "_", maxSplits: 1)
        guard parts.count == 2, fileName.hasSuffix(".sql"), let number = Int(parts[0]), number > 0 else { return nil }
        self.init(number, String(parts[1].dropLast(4)), script: script)
    }
}
