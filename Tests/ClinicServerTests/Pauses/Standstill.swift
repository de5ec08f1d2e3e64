import EventLoop
import PostgresClient
import SQL
import TestSupport

/// The moment at which a command is stopped while another node runs a rival command.
enum Standstill: CaseIterable, Sendable {
    /// The states that the command reads are cached, and become outdated before the command arrives.
    case statesAtHand
    case beforeLoading
    /// The command's states have been read from the database, and have not reached the node.
    case afterLoading
    /// The command has been decided, and its append has not reached the database.
    case beforeAppending
    /// The command's transaction has written everything and has not been committed.
    case beforeCommit
    /// The command has been committed, and the database's answer has not reached the node.
    case afterCommit
    /// The command has been committed, and the database's answer is lost.
    case answerLost

    var isCommitted: Bool { self == .afterCommit || self == .answerLost }
    /// Whether the command that is held back takes effect before the rival command.
    var isFirst: Bool { self == .beforeCommit || isCommitted }
}

/// Two nodes, the first of which is connected to the database by a network that can hold back data.
///
/// The tested program has no code for these pauses. A command is stopped by holding back network traffic, or at its
/// commit by a lock that a trigger of the test acquires.
struct Duel: Sendable {
    let one: ClinicNode
    let two: ClinicNode
    /// The network through which the first node reads from the database.
    private let reads: SocketProxy
    /// The network through which the first node appends to the database.
    private let writes: SocketProxy
    private let database: TestDatabase

    static func run<T>(_ database: TestDatabase, _ body: (Duel) async throws -> T) async throws -> T {
        let reads = try await TestServer.shared.network()
        defer { reads.close() }
        let writes = try await TestServer.shared.network()
        defer { writes.close() }
        let name = database.name
        return try await ClinicNode.run(
            named: "one", reads: reads.conninfo(database: name), writes: writes.conninfo(database: name)
        ) { one in
            try await ClinicNode.run(named: "two", reads: database.conninfo, writes: database.conninfo) { two in
                try await body(Duel(one: one, two: two, reads: reads, writes: writes, database: database))
            }
        }
    }

    typealias Verdicts = (ours: ClinicNode.Verdict, theirs: ClinicNode.Verdict)

    /// Stops the first node's command at the given moment, runs the rival command, and continues the first command.
    func fight(_ rivalry: Rivalry, at place: Standstill) async throws -> Verdicts {
        switch place {
        case .statesAtHand:
            try await rivalry.ours.looked(at: one)
            let theirs = await rivalry.theirs.sent(to: two)
            return (await rivalry.ours.sent(to: one), theirs)
        case .beforeLoading: return await keepingBack(.requests, of: reads, rivalry)
        case .afterLoading: return await keepingBack(.answers, of: reads, rivalry)
        case .beforeAppending: return await keepingBack(.requests, of: writes, rivalry)
        case .beforeCommit, .afterCommit, .answerLost: return try await stoppingAtCommit(rivalry, place)
        }
    }

    private func keepingBack(
        _ direction: SocketProxy.Direction, of network: SocketProxy, _ rivalry: Rivalry
    ) async -> Verdicts {
        network.hold(direction)
        async let ours = rivalry.ours.sent(to: one)
        await network.hasHeld()
        let theirs = await rivalry.theirs.sent(to: two)
        network.release()
        return (await ours, theirs)
    }

    private func stoppingAtCommit(_ rivalry: Rivalry, _ place: Standstill) async throws -> Verdicts {
        let (one, two, writes) = (one, two, writes)
        return try await database.withConnection { holder in
            _ = try await holder.perform("SELECT pg_advisory_lock(1)")
            let ours = Held { await rivalry.ours.sent(to: one) }
            try await ours.waits(holder)
            let theirs: Held<ClinicNode.Verdict>
            if place.isCommitted {
                writes.hold(.answers)
                _ = try await holder.perform("SELECT pg_advisory_unlock(1)")
                await writes.hasHeld()
                theirs = Held { await rivalry.theirs.sent(to: two) }
                _ = try await theirs.value
                if place == .answerLost { writes.cut() }
                writes.release()
            } else {
                theirs = Held { await rivalry.theirs.sent(to: two) }
                try await theirs.waits(holder, 2)
                _ = try await holder.perform("SELECT pg_advisory_unlock(1)")
            }
            return (try await ours.value, try await theirs.value)
        }
    }
}
