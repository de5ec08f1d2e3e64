import Endpoints
import EventSourcing
import Identifiers
import PostgresClient
import SQL

extension Vault {
    /// Stores the changed entities of a device, chunk by chunk. If a later chunk fails, the earlier chunks stay stored.
    /// The client then sends the whole push again, and blobs that are already stored change nothing.
    ///
    /// - Throws: 400 for a malformed push; 503 if other devices of the account push without pause.
    func push(_ push: LargeBody<SyncPush>, by caller: Principal, at now: Instant) async throws -> SyncPushAnswer {
        var answer = SyncPushAnswer(accepted: [], rejected: [], serverVersion: 0)
        let chunks = try await room.chunks(of: push)
        for chunk in chunks {
            let decision = try await store(chunk, by: caller, at: now)
            answer.add(decision)
        }
        if chunks.isEmpty { answer.serverVersion = try await read([], by: caller).state.version }
        return answer
    }

    /// Decides about a chunk of a push and stores the decision. If a second push of the account was stored in between,
    /// the decision is made again.
    private func store(_ chunk: [CheckedBlob], by caller: Principal, at now: Instant) async throws -> PushDecision {
        for _ in 0..<Self.attempts {
            let seen = try await read(chunk.map(\.entity), by: caller)
            let decision = PushDecision(chunk, of: seen.device, on: seen.state, seen.entities, limits)
            if decision.state == seen.state { return decision }
            let write = VaultStore.write(decision, of: caller.account, over: seen.state, at: now)
            let rows = try await pool.perform(
                (seen.isOpen ? [] : [VaultStore.open(caller.account)]) + [write]
                    + VaultStore.prune(after: decision, seen.state, of: caller.account))
            if try rows[seen.isOpen ? 0 : 1].first?.int64(0) == 1 { return decision }
        }
        throw Problem.unavailable()
    }

    static let attempts = 8

    private struct Seen {
        var state = VaultState()
        /// Whether the account has a row in the table of vaults.
        var isOpen = false
        var device: PushingDevice
        var entities: [UUIDBytes: StoredEntity] = [:]
    }

    /// Reads, with several statements, what the decision about a push depends on. If a second push of the account is
    /// stored between these statements, storing the decision fails, because the state of the vault has changed.
    private func read(_ entities: [UUIDBytes], by caller: Principal) async throws -> Seen {
        let rows = try await pool.perform(
            [
                VaultStore.state(of: caller.account), VaultStore.devices(of: caller),
                VaultStore.current(entities, of: caller.account),
            ], effect: .reads)
        var seen = Seen(device: PushingDevice(session: caller.session, device: nil, pulled: 0))
        if let row = rows[0].first {
            seen.isOpen = true
            seen.state = try VaultState(row)
        }
        seen.device = try Self.device(of: caller.session, rows[1])
        for row in rows[2] {
            // The vault has an entity of a kind that this release does not know: a newer release has stored it.
            guard let type = VaultEntityType(rawValue: try row.text(1)) else { continue }
            seen.entities[try row.uuid(0)] = StoredEntity(
                type: type, version: try row.int64(2), position: try row.int64(3), isDeleted: try row.bool(4),
                digest: try row.bytes(5), size: Int(try row.int64(6)), session: try row.uuid(7),
                device: try row.optionalUUID(8), changedAt: try row.instant(9))
        }
        return seen
    }

    /// The device of a session, from the rows of `VaultStore.devices`.
    private static func device(of session: UUIDBytes, _ rows: Rows) throws -> PushingDevice {
        guard let first = rows.first else { return PushingDevice(session: session, device: nil, pulled: 0) }
        let known = try rows.compactMap { row in
            try row.optionalUUID(2).map { id in
                KnownDevice(
                    id: id, session: try row.uuid(3), pulled: try row.int64(4), pulledAt: try row.instant(5))
            }
        }
        if try first.bool(6), let own = known.first {
            return PushingDevice(session: session, device: own.id, pulled: own.pulled)
        }
        if let named = UUIDBytes(try first.text(1)) { return PushingDevice(session: session, device: named, pulled: 0) }
        return PushingDevice(
            session: session, device: nil, pulled: 0,
            candidates: PushingDevice.Candidates(known, openedAt: try first.instant(0)))
    }
}
