import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL

/// Extends the hash chains: reads appended events in order, and writes their hashes.
///
/// Only one process chains the events of a database: the process that holds the lock. Other processes wait until that
/// process stops. The chain is written on the connection that holds the lock, so a process that has lost the lock
/// cannot write.
package final class Chainer {
    package struct Limits: Sendable {
        /// The maximum number of events, of all clinics together, that the chainer hashes in one call of `step`.
        package var eventsPerStep: Int64 = 4_000
        /// The maximum number of events of one clinic that the chainer hashes in one call of `step`, so that a long
        /// feed does not delay the other clinics.
        package var eventsOfClinic: Int64 = 2_000
        /// The time for which the chainer skips a feed in which an event is missing.
        package var patience = Duration.seconds(60)

        package init() {}
    }

    let loop: EventLoop
    private let configuration: PostgresConfiguration
    private let limits: Limits
    let logger: Logger
    private(set) var connection: PostgresConnection?
    private(set) var hasLock = false

    /// The end of each clinic's chain, as it is stored in the database.
    package private(set) var ends: [UUIDBytes: ChainPoint] = [:]
    /// The positions of the last signed heads that are stored both in the database and outside of it.
    var signed: [UUIDBytes: Int64] = [:]
    /// The positions of the last signed heads that are stored outside of the database.
    var signedOutside: [UUIDBytes: Int64] = [:]
    /// The feeds in which an event is missing, each with the time until which the chainer skips the whole feed.
    private var broken: [UUIDBytes: MonotonicTime] = [:]
    /// The clinic that was chained last, so that all clinics take turns.
    private var last = UUIDBytes(high: 0, low: 0)

    /// Creates a chainer that is not connected yet.
    ///
    /// - Parameter configuration: the connection settings of the database role that writes the chain.
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
        /// Another process holds the lock and extends the hash chains.
        case waits
        /// The number of events that this call of `step` chained. If the number is not 0, there may be more events to
        /// chain.
        case chained(Int)
    }

    /// Adds the next events to the hash chains of their clinics.
    ///
    /// - Throws: an error if PostgreSQL fails. The next call starts again on another connection.
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

    /// Closes the chainer's connection, and so releases the lock.
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

    /// The ranges of events to read next, each from the end of its clinic's chain on.
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
            // The feed lacks an event. The events after it must not be hashed, since a chain without the missing event
            // would hide the gap.
            logger.error(
                "a feed lacks an event; its chain ends before it",
                metadata: ["clinic": "\(part.clinic)", "position": "\(end + 1)"])
            broken[part.clinic] = loop.now + limits.patience
        }
        return links
    }
}
