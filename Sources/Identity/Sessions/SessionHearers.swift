import EventLoop
import Identifiers
import PostgresClient
import SQL
import Synchronization

/// The questions by which a server learns that all other servers have heard of a changed session, so that it answers a
/// logout only when the session has ended on every server.
///
/// A server that caches sessions holds a shared advisory lock in the session of its listening connection. The server that
/// has changed a session sends a question on the channel of changed sessions. PostgreSQL delivers it after the change,
/// and each server answers it on the same channel. A server that gives no answer does not use its cached sessions any
/// more after `Hearing.longest`, so this is the longest wait.
final class SessionHearers: Sendable {
    /// The number by which the advisory locks of the listening connections are found in `pg_locks`.
    private static let lockSpace: Int32 = 0x63_68_73_6c  // chsl
    private static let question = "ask:"
    private static let answer = "heard:"

    /// A question of this process, while it waits for answers.
    private struct Round {
        /// The processes of PostgreSQL whose servers have answered.
        var heard: Set<Int32> = []
        /// The processes of PostgreSQL whose servers must answer; `nil` while they are not known.
        var asked: Set<Int32>?
        var waiting: CheckedContinuation<Void, Never>?

        var isOver: Bool { asked.map { $0.isSubset(of: heard) } ?? false }
    }

    private struct State {
        var rounds: [UUIDBytes: Round] = [:]
        /// The process of PostgreSQL that serves this server's listening connection; 0 without a connection.
        var own: Int32 = 0
    }

    private let state = Mutex(State())

    /// Takes the advisory lock that tells other servers to wait for this one. Call it before the connection listens.
    func prepare(_ connection: PostgresConnection) async throws(PostgresError) {
        let rows = try await connection.perform(
            [
                "SELECT pg_advisory_lock_shared(\(Self.lockSpace), 0)",
                "SELECT pg_backend_pid()",
            ], effect: .reads)
        guard let row = rows[1].first else { throw .protocolViolation("no process id") }
        let own = try row.int32(0)
        state.withLock { $0.own = own }
    }

    /// Records that the listening connection was lost.
    func lost() { state.withLock { $0.own = 0 } }

    /// Handles a notification that is a question or an answer.
    ///
    /// - Returns: the payload of the answer to send; `nil` if there is nothing to send.
    func hear(_ payload: String) -> String? {
        if payload.hasPrefix(Self.question), let number = UUIDBytes(payload.dropFirst(Self.question.count)) {
            let own = state.withLock { $0.own }
            return own == 0 ? nil : "\(Self.answer)\(number):\(own)"
        }
        guard payload.hasPrefix(Self.answer) else { return nil }
        let parts = payload.dropFirst(Self.answer.count).split(separator: ":")
        guard parts.count == 2, let number = UUIDBytes(parts[0]), let process = Int32(parts[1]) else { return nil }
        let done = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.rounds[number]?.heard.insert(process)
            guard state.rounds[number]?.isOver == true else { return nil }
            return state.rounds[number]?.waiting.take()
        }
        done?.resume()
        return nil
    }

    /// Waits until every other server has heard of all changes of sessions that were committed before the call, or does
    /// not use its cached sessions any more.
    func awaitAll(_ pool: PostgresPool) async {
        let loop = pool.loop
        let number = newRandomID()
        let end = loop.now + Hearing.longest
        let own = state.withLock { state in
            state.rounds[number] = Round()
            return state.own
        }
        defer { state.withLock { _ = $0.rounds.removeValue(forKey: number) } }
        // If the question cannot be sent, nothing is known of the other servers, so the wait is the longest one.
        let rows = try? await pool.perform(
            [Self.ask("\(Self.question)\(number)", except: own)], effect: .writes, within: Hearing.longest)
        if let asked = rows.flatMap({ try? $0[0].map { try $0.int32(0) } }) {
            if asked.isEmpty { return }
            state.withLock { $0.rounds[number]?.asked = Set(asked) }
        }
        await wait(for: number, on: loop, until: end)
    }

    private func wait(for number: UUIDBytes, on loop: EventLoop, until end: MonotonicTime) async {
        let late = loop.schedule(after: end - loop.now) { [self] in
            state.withLock { $0.rounds[number]?.waiting.take() }?.resume()
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.rounds[number]?.isOver == false, late.isPending else { return true }
                state.rounds[number]?.waiting = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
        late.cancel()
    }

    /// A statement that sends a question to all other servers that cache sessions, and returns the processes of
    /// PostgreSQL that serve their listening connections.
    private static func ask(_ question: String, except own: Int32) -> Statement {
        """
        SELECT pid, pg_notify(\(IdentityShared.channel.description), \(question)) FROM pg_locks
        WHERE locktype = 'advisory' AND classid::bigint = \(Int64(lockSpace)) AND objid = 0 AND objsubid = 2 AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> \(own)
        """
    }
}

extension Identity {
    /// Drops sessions from the cache after they have changed, and waits until the same is true of every other server.
    /// Call it after the commit, and before the caller is told that a session has ended or is locked.
    func forgetEverywhere(_ sessions: [UUIDBytes]) async {
        for session in sessions { shared.sessions.forget(session) }
        guard !sessions.isEmpty else { return }
        await shared.hearers.awaitAll(pool)
    }

    /// Waits until every server has heard of all changes of sessions that are committed already. A command of a clinic
    /// may have ended sessions in the transaction of its events.
    public func awaitSessionChanges() async { await shared.hearers.awaitAll(pool) }
}
