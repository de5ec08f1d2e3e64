import EventLoop
import PostgresClient
import SQL
import TestSupport

/// The place at which a command is stopped while another node runs a rival command.
enum Standstill: CaseIterable, Sendable {
    /// Its states are cached, and outdated before it arrives.
    case statesAtHand
    case beforeLoading
    /// Its states have been read and are on their way.
    case afterLoading
    /// It has been decided, and its append is on its way.
    case beforeAppending
    /// Everything but the commit is done.
    case beforeCommit
    /// It has been committed, and the answer is on its way.
    case afterCommit
    /// It has been committed, and the answer does not come.
    case answerLost

    var isCommitted: Bool { self == .afterCommit || self == .answerLost }
    /// Whether the rival finds that this command was first.
    var isFirst: Bool { self == .beforeCommit || isCommitted }
}

/// Two nodes with a network between them and the database; the first node's commands can be stopped.
///
/// The program does not know about it: a command is stopped by holding back network traffic, and at its commit by a
/// lock that only a trigger of the test takes.
struct Duel: Sendable {
    let one: ClinicNode
    let two: ClinicNode
    /// The network of the first node's reads.
    private let reads: SocketProxy
    /// The network of its appends.
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

    /// Stops one command there, lets the rival run, and then continues the first one.
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
