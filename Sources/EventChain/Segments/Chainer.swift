import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL

/// Extends the chain behind the appends: reads new events in order and writes their hashes.
///
/// Only one process on a database chains, the one that holds the lock; the others wait for it to stop. Chain and lock
/// use one connection, so a process that lost the lock can write nothing more.
package final class Chainer {
    package struct Limits: Sendable {
        /// Of all clinics together, in one step.
        package var eventsPerStep: Int64 = 4_000
        /// For one clinic in one step, so that a long feed does not delay the others.
        package var eventsOfClinic: Int64 = 2_000
        /// How long a feed with a missing event is left alone.
        package var patience = Duration.seconds(60)

        package init() {}
    }

    let loop: EventLoop
    private let configuration: PostgresConfiguration
    private let limits: Limits
    let logger: Logger
    private var connection: PostgresConnection?
    private var hasLock = false

    /// The end of each chain, as far as it was written.
    package private(set) var ends: [UUIDBytes: ChainPoint] = [:]
    /// The positions up to which chains are signed, in the database and outside.
    private var signed: [UUIDBytes: Int64] = [:]
    /// The same, outside of the database only.
    private var signedOutside: [UUIDBytes: Int64] = [:]
    /// Feeds with a missing event, and until when they are left alone.
    private var broken: [UUIDBytes: MonotonicTime] = [:]
    /// The clinic that was served last, so that all take turns.
    private var last = UUIDBytes(high: 0, low: 0)

    /// - Parameter configuration: for the chaining role.
    package init(
        _ configuration: PostgresConfiguration, on loop: EventLoop, limits: Limits = Limits(),
        logger: Logger = Logger(label: "chairside.chain")
    ) {
        self.configuration = configuration
        self.loop = loop
        self.limits = limits
        self.logger = logger
    }

    package enum Step: Hashable, Sendable {
        /// Another process chains.
        case waits
        /// So many events were chained; there may be more where it is not 0.
        case chained(Int)
    }

    /// Chains the next events.
    ///
    /// - Throws: if PostgreSQL fails; the next step starts again on another connection.
    package func step() async throws -> Step {
        loop.preconditionCurrent()
        do {
            let connection = try await open()
            guard try await leads(connection) else { return .waits }
            let feeds = try await connection.perform(.feedEnds, effect: .reads)
            let parts = try parts(of: feeds)
            guard !parts.isEmpty else { return .chained(0) }
            let new = try await read(parts, on: connection)
            guard new.count > 0 else { return .chained(0) }
            _ = try await connection.perform(.insertSegments(new.segments))
            ends.merge(new.ends) { $1 }
            return .chained(new.count)
        } catch {
            close()
            throw error
        }
    }

    /// Closes the connection, and so releases the lock.
    package func close() {
        loop.preconditionCurrent()
        connection?.close()
        connection = nil
        hasLock = false
        ends = [:]
        signed = [:]
        signedOutside = [:]
    }

    private func open() async throws -> PostgresConnection {
        if let connection, connection.isOpen { return connection }
        close()
        let opened = try await PostgresConnection.connect(configuration, on: loop)
        connection = opened
        _ = try await opened.perform(.chainerSettings, effect: .reads)
        return opened
    }

    private func leads(_ connection: PostgresConnection) async throws -> Bool {
        if hasLock { return true }
        guard try await connection.perform(.beginChaining)[0].bool(0) else { return false }
        let results = try await connection.perform([.chainEnds, .signedEnds], effect: .reads)
        for row in results[0] {
            let segment = try ChainSegment(row)
            guard let hash = segment.hash(at: segment.last) else { continue }
            ends[segment.clinic] = ChainPoint(position: segment.last, hash: hash)
        }
        for row in results[1] { signed[try row.uuid(0)] = try row.int64(1) }
        hasLock = true
        return true
    }

    /// The events to read next, for the feeds that continue at their chains' ends.
    private func parts(of feeds: Rows) throws(PostgresError) -> [FeedPart] {
        var waiting: [FeedPart] = []
        for row in feeds {
            let (clinic, last) = (try row.uuid(0), try row.int64(1))
            let first = (ends[clinic]?.position ?? 0) + 1
            if let until = broken[clinic], loop.now < until { continue }
            if first <= last { waiting.append(FeedPart(clinic: clinic, first: first, last: last)) }
        }
        var parts: [FeedPart] = []
        var room = limits.eventsPerStep
        for var part in waiting.filter({ $0.clinic > last }) + waiting.filter({ $0.clinic <= last }) where room > 0 {
            part.last = min(part.last, part.first + min(room, limits.eventsOfClinic) - 1)
            room -= part.last - part.first + 1
            parts.append(part)
        }
        last = parts.last?.clinic ?? last
        return parts
    }

    private func read(_ parts: [FeedPart], on connection: PostgresConnection) async throws -> NewLinks {
        var links = NewLinks(ends)
        var reader = EventCopyReader()
        try await connection.copyEvents(parts) { piece in try reader.read(piece) { links.add($0) } }
        for part in parts {
            let end = links.ends[part.clinic]?.position ?? part.first - 1
            guard end < part.last else {
                broken[part.clinic] = nil
                continue
            }
            // No later event may be chained: that would hide that this one is missing.
            logger.error(
                "a feed lacks an event; its chain ends before it",
                metadata: ["clinic": "\(part.clinic)", "position": "\(end + 1)"])
            broken[part.clinic] = loop.now + limits.patience
        }
        return links
    }
}

/// Signing.
extension Chainer {
    /// Signs the chains that have grown by a number of events since their last signature.
    ///
    /// - Parameters:
    ///   - growth: 1 for all that have grown, 0 for all.
    ///   - write: keeps the heads outside of the database. They are recorded inside only after that succeeds.
    /// - Throws: the error of `write` or of the database; the heads are signed another time.
    package func sign(
        with signer: ChainSigner, at now: Instant, growth: Int64 = 1,
        write: @Sendable ([SignedHead]) async throws -> Void
    ) async throws {
        loop.preconditionCurrent()
        guard hasLock, let connection else { return }
        let grown = ends.filter { $0.value.position - (signed[$0.key] ?? 0) >= growth }.sorted { $0.key < $1.key }
        guard !grown.isEmpty else { return }
        let heads = try grown.map { clinic, end in try signer.sign(end, of: clinic, at: now) }
        try await write(heads)
        do { _ = try await connection.perform(.insertHeads(heads)) } catch {
            close()
            throw error
        }
        for head in heads { signed[head.clinic] = head.position }
    }

    /// Signs the chains that have grown since their last signature, only for a place outside of the database.
    package func signOutside(
        with signer: ChainSigner, at now: Instant, write: @Sendable ([SignedHead]) async throws -> Void
    ) async throws {
        loop.preconditionCurrent()
        guard hasLock else { return }
        let grown = ends.filter { clinic, end in
            end.position > max(signed[clinic] ?? 0, signedOutside[clinic] ?? 0)
        }
        guard !grown.isEmpty else { return }
        try await write(
            grown.sorted { $0.key < $1.key }.map { clinic, end in try signer.sign(end, of: clinic, at: now) })
        for (clinic, end) in grown { signedOutside[clinic] = end.position }
    }

    /// Queries the database if this process is the one that chains; otherwise returns `nil`.
    package func ask(_ statement: Statement, effect: Effect = .reads) async throws -> Rows? {
        loop.preconditionCurrent()
        guard hasLock, let connection else { return nil }
        do { return try await connection.perform(statement, effect: effect) } catch {
            close()
            throw error
        }
    }
}

/// Hashes that were computed and are not written yet.
private struct NewLinks {
    /// Where the chains end with them.
    private(set) var ends: [UUIDBytes: ChainPoint]
    private(set) var segments: [ChainSegment] = []
    private(set) var count = 0

    init(_ ends: [UUIDBytes: ChainPoint]) { self.ends = ends }

    /// Takes the event that comes next in its feed; no other.
    mutating func add(_ event: EventFrame) {
        let end = ends[event.clinic] ?? .start(of: event.clinic)
        guard event.position == end.position + 1 else { return }
        let hash = end.hash.chained(with: ChainHash(ofEvent: event.bytes))
        ends[event.clinic] = ChainPoint(position: event.position, hash: hash)
        count += 1
        if segments.last.map({ $0.clinic != event.clinic || $0.isFull }) ?? true {
            segments.append(ChainSegment(clinic: event.clinic, first: event.position))
        }
        segments[segments.count - 1].hashes += hash.bytes
    }
}

extension ChainSegment {
    /// - Parameter row: clinic, first position, hashes.
    init(_ row: Row) throws(PostgresError) {
        self.init(clinic: try row.uuid(0), first: try row.int64(1), hashes: try row.bytes(2))
    }
}
