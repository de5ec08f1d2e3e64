import EventLoop
import EventSourcing
import EventStore
import Identifiers
import JSON
import SQL
import TestSupport
import Testing
import Theatre

/// Tests person keys that servers have cached, but whose rows a new primary lacks after a failover.
@Suite(.database(.guestBook)) struct `A person key deleted from the database` {
    private let ada = UUIDBytes(high: 0xada, low: 1)

    private func signed(_ name: String) -> BookEvent { .signed(GuestSigned(guest: ada, name: Personal(name))) }

    /// Deletes all person keys, and the tags by which events are found, as if a standby without the key and without the
    /// events that were sealed with it had taken over.
    private func loseKey() async throws {
        try await TestDatabase.current.run(
            "SET session_replication_role = replica", "DELETE FROM person_key", "DELETE FROM event_tag")
    }

    private func expectReadable(by name: String) async throws {
        try await BookProcess.run { other in
            let guest = try await other.guest(ada)
            #expect(guest.name == Personal(name))
        }
        let keys = try await TestDatabase.current.text("SELECT count(wrapped)::text FROM person_key")
        #expect(keys == "1")
    }

    @Test func `a locking append seals an event again with a new person key if the database lost the old one`()
        async throws
    {
        try await BookProcess.run { process in
            try await process.write(signed("Ada"))
            try await loseKey()
            try await process.write(signed("Countess"))
            #expect(await process.optimisticBatches() == 0)
        }
        try await expectReadable(by: "Countess")
    }

    @Test func `an optimistic append seals an event again with a new person key if the database lost the old one`()
        async throws
    {
        // Without inline projections the append reads no document, so it is optimistic.
        try await BookProcess.run(projections: []) { process in
            try await process.write(signed("Ada"))
            try await process.write(signed("Ada King"))
            let optimistic = await process.optimisticBatches()
            #expect(optimistic == 1)
            try await loseKey()
            try await process.write(signed("Countess"))
        }
        try await expectReadable(by: "Countess")
    }

    @Test func `a cached person key seals no value if another process has created a new key for the same person`()
        async throws
    {
        try await BookProcess.run(projections: []) { process in
            try await process.write(signed("Ada"))
            try await loseKey()
            try await BookProcess.run(projections: []) { try await $0.write(signed("Ada King")) }
            try await process.write(signed("Countess"))
        }
        try await expectReadable(by: "Countess")
    }

    /// The person was erased on another server, and this process was not notified.
    @Test func `a cached person key is not used for decryption when another database server may have taken over`()
        async throws
    {
        try await BookProcess.run { process in
            try await process.write(signed("Ada"))
            #expect(try await process.guest(ada).name == Personal("Ada"))
            try await TestDatabase.current.run(
                "UPDATE person_key SET wrapped = NULL, master_key = NULL, destroyed_at = now()")
            try await process.log.run { $0.distrustWhatIsKnown() }
            #expect(try await process.guest(ada).name == .erased)
        }
    }

    @Test func `a process that destroyed a person key no longer uses it for decryption`() async throws {
        try await BookProcess.run { process in
            try await process.write(signed("Ada"))
            #expect(try await process.guest(ada).name == Personal("Ada"))
            try await process.write(.struck(GuestStruck(guest: ada)))
            let names = try await process.log.run { log in
                try await log.read(.theatre) { model in model[Subject<GuestNames>(.guest(ada))].all }
            }
            #expect(names == [.erased])
        }
    }

    @Test func `cached person keys and states are cleared when another database server may have taken over`()
        async throws
    {
        try await BookProcess.run { process in
            try await process.write(signed("Ada"))
            try await process.log.run { $0.distrustWhatIsKnown() }
            try await loseKey()
            let signatures = try await process.signatures(of: ada)
            #expect(signatures == 0)
            try await process.write(signed("Countess"))
        }
        try await expectReadable(by: "Countess")
    }
}

/// The names with which a guest has signed the guest book, including those that were struck out.
private struct GuestNames: EventSourced {
    static let initial = GuestNames()
    private(set) var all: [Personal<String>] = []

    mutating func evolve(_ recorded: Recorded<BookEvent>) {
        if case .signed(let signed) = recorded.event { all.append(signed.name) }
    }
}

extension BookProcess {
    fileprivate func optimisticBatches() async -> Int {
        (try? await log.run { $0.statistics.optimistic }) ?? -1
    }
}
