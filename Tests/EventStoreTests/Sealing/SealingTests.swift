import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.guestBook)) struct `Personal values` {
    private let ada = UUIDBytes(high: 0xada, low: 1)
    private let bob = UUIDBytes(high: 0xb0b, low: 2)

    private func signed(_ guest: UUIDBytes, _ name: String) -> BookEvent {
        .signed(GuestSigned(guest: guest, name: Personal(name)))
    }

    private func noted(_ guest: UUIDBytes, _ note: String?) -> BookEvent {
        .noted(GuestNoted(guest: guest, note: note.map { Personal($0) }))
    }

    @Test func `a personal value is stored encrypted, and another process can read it`() async throws {
        let database = try TestDatabase.current
        try await BookProcess.run { process in
            let outcome = try await process.write(signed(ada, "Ada Lovelace"))
            #expect(String(decoding: outcome.answer ?? [], as: UTF8.self).contains("Ada Lovelace"))
        }
        let data = try #require(try await database.text("SELECT data::text FROM event"))
        #expect(data.contains(#""name":{"sealed":""#))
        #expect(!data.contains("Lovelace"))
        try await BookProcess.run { other in
            let read = try await other.guest(ada)
            #expect(read.name?.value == "Ada Lovelace")
        }
        #expect(try await database.verifyBook() == [])
    }

    @Test func `there is one person key for each person and retention class, and none if no value is sealed`()
        async throws
    {
        let database = try TestDatabase.current
        try await BookProcess.run { process in
            try await process.write(noted(ada, nil))
            #expect(try await database.text("SELECT count(*)::text FROM person_key") == "0")
            for _ in 1...2 {
                try await process.write(signed(ada, "Ada"))
                try await process.write(noted(ada, "likes numbers"))
                try await process.write(signed(bob, "Bob"))
            }
        }
        let names = "SELECT person_id::text || retention FROM person_key ORDER BY 1" as Statement
        #expect(try await database.texts(names) == ["\(ada)1", "\(ada)2", "\(bob)1"])
        let distinct = "SELECT count(DISTINCT wrapped)::text FROM person_key" as Statement
        #expect(try await database.text(distinct) == "3")
    }

    @Test
    func `destroying a person key erases only the values that the key sealed, from documents, answers and memory`()
        async throws
    {
        let database = try TestDatabase.current
        let id = UUIDBytes.command(1)
        try await BookProcess.run { other in
            try await BookProcess.run { process in
                try await process.write(signed(ada, "Ada"), id: id)
                try await process.write(noted(ada, "likes numbers"))
                try await process.write(signed(bob, "Bob"))
                #expect(try await other.guest(ada).name == Personal("Ada"))

                try await process.write(.struck(GuestStruck(guest: ada)))
                #expect(try await process.guest(ada).name == .erased)
                await #expect(throws: LogFailure<Never>.self) { try await process.write(signed(ada, "Ada"), id: id) }
            }
            #expect(try await other.guest(ada).name == .erased)
            #expect(try await other.guest(ada).note == Personal("likes numbers"))
        }
        let documents = "SELECT document::text FROM book_guest ORDER BY guest" as Statement
        let erased = #"{"guest":"\#(ada)","name":"nobody","note":"likes numbers"}"#
        let bobs = #"{"guest":"\#(bob)","name":"Bob"}"#
        let expected = ada < bob ? [erased, bobs] : [bobs, erased]
        #expect(try await database.texts(documents) == expected)
        #expect(try await database.text("SELECT count(answer)::text FROM command") == "0")
        // A process that has never cached the destroyed key reads the guest as erased, too.
        try await BookProcess.run { late in
            let read = try await late.guest(ada)
            #expect(read.name == .erased)
        }
        #expect(try await database.verifyBook() == [])
        try await database.rebuildBook()
        #expect(try await database.texts(documents) == expected)
    }

    @Test func `a personal value is decrypted only for states that read it, in any order of the reads`()
        async throws
    {
        let database = try TestDatabase.current
        try await BookProcess.run { try await $0.write(signed(ada, "Ada")) }
        try await BookProcess.run { process in
            try await expect(process, signatures: 1)
            try await expect(process, name: "Ada")
            try await expect(process, signatures: 1)
        }
        try await BookProcess.run { process in
            try await expect(process, name: "Ada")
            try await expect(process, signatures: 1)
            // Another process appends an event while this process has cached both states of the guest: the name and the
            // number of signatures.
            try await BookProcess.run { try await $0.write(signed(ada, "Countess")) }
            try await expect(process, signatures: 2)
            try await expect(process, name: "Countess")
        }
        // Without the person key, a state that reads no personal values can still be read, and a state with a name
        // cannot.
        try await database.run("DELETE FROM person_key")
        try await BookProcess.run { process in
            try await expect(process, signatures: 2)
            await #expect(throws: LogFailure<Never>.self) { try await process.guest(ada) }
            try await expect(process, signatures: 2)
        }
    }

    private func expect(_ process: BookProcess, signatures: Int) async throws {
        let read = try await process.signatures(of: ada)
        #expect(read == signatures)
    }

    private func expect(_ process: BookProcess, name: String) async throws {
        let read = try await process.guest(ada)
        #expect(read.name?.value == name)
    }

    @Test func `an event with a personal value of an erased person is not appended`() async throws {
        try await BookProcess.run { process in
            try await process.write(.struck(GuestStruck(guest: ada)))
            await #expect(throws: LogFailure<Never>.self) { try await process.write(signed(ada, "Ada")) }
        }
        let database = try TestDatabase.current
        #expect(try await database.text("SELECT count(*)::text FROM event") == "1")
        #expect(try await database.text("SELECT coalesce(wrapped::text, 'none') FROM person_key") == "none")
    }

    @Test func `a personal value that was stored unsealed, before sealing existed, can still be read`() async throws {
        try await TestDatabase.current.run(
            "INSERT INTO clinic_feed (clinic_id, last_position) VALUES (\(UUIDBytes.theatre), 1)",
            """
            INSERT INTO event (clinic_id, position, recorded_at, schema_version, type, data, metadata)
            VALUES (\(UUIDBytes.theatre), 1, '2026-11-21', 1, 'guest-signed',
                    \(#"{"guest":"\#(ada)","name":"Ada"}"#)::text::json, '{"role":"system"}')
            """,
            """
            INSERT INTO event_tag (clinic_id, subject, aspect, position)
            VALUES (\(UUIDBytes.theatre), \(ada), \(Tag.guest(ada).aspect), 1)
            """)
        try await BookProcess.run { process in
            let read = try await process.guest(ada)
            #expect(read.name == Personal("Ada"))
        }
    }

    @Test func `a sealed value that was moved or altered, or whose key was exchanged, cannot be read`() async throws {
        let database = try TestDatabase.current
        try await BookProcess.run { process in
            try await process.write(signed(ada, "Ada"))
            try await process.write(signed(bob, "Bob"))
        }
        // The first statement gives an event with a sealed value another type. The second one alters a sealed value.
        // Later in the test, the person's key is replaced by another person's key.
        for change: Statement in [
            "UPDATE event SET type = 'guest-noted', data = replace(data::text, 'name', 'note')::json",
            "UPDATE event SET data = regexp_replace(data::text, '.{8}\"}}$', 'AAAAAAA=\"}}')::json",
        ] {
            let kept = "CREATE TABLE kept AS TABLE event" as Statement
            try await database.run("SET session_replication_role = replica", kept, change)
            try await BookProcess.run { process in
                await #expect(throws: LogFailure<Never>.self) { try await process.guest(ada) }
            }
            #expect(try await database.verifyBook().count == 2)
            try await database.run(
                "SET session_replication_role = replica", "DELETE FROM event", "INSERT INTO event SELECT * FROM kept",
                "DROP TABLE kept")
        }
        try await database.run(
            """
            UPDATE person_key SET wrapped = (SELECT o.wrapped FROM person_key AS o WHERE o.person_id = \(bob))
            WHERE person_id = \(ada)
            """)
        try await BookProcess.run { process in
            await #expect(throws: LogFailure<Never>.self) { try await process.guest(ada) }
            let other = try await process.guest(bob)
            #expect(other.name == Personal("Bob"))
        }
    }

    @Test func `writing personal values requires a master key, and reading them requires the same master key`()
        async throws
    {
        let none = PersonalKeys(try MasterKeys { [:] })
        try await BookProcess.run(keys: none) { process in
            await #expect(throws: LogFailure<Never>.self) { try await process.write(signed(ada, "Ada")) }
            let outcome = try await process.write(noted(ada, nil))
            #expect(outcome.status == .new)
        }
        try await BookProcess.run { process in try await process.write(signed(ada, "Ada")) }
        try await BookProcess.run(keys: .theatre(["a": 2])) { process in
            await #expect(throws: LogFailure<Never>.self) { try await process.guest(ada) }
        }
    }

    @Test func `a new master key wraps again each person key that still exists, and changes no event`() async throws {
        let database = try TestDatabase.current
        let both = try MasterKeys { ["a": [UInt8](repeating: 1, count: 32), "b": [UInt8](repeating: 2, count: 32)] }
        try await BookProcess.run { process in
            for guest in 1...5 { try await process.write(signed(UUIDBytes(high: 1, low: UInt64(guest)), "Guest")) }
            try await process.write(.struck(GuestStruck(guest: UUIDBytes(high: 1, low: 5))))
        }
        let events = "SELECT data::text FROM event ORDER BY position" as Statement
        let before = try await database.texts(events)
        let report = try await withLoop { loop in
            try await Rewrapping(both, batch: 3).run(PostgresConfiguration(conninfo: database.conninfo), on: loop)
        }
        #expect(report.rewrapped == 4)
        #expect(report.inUse == ["b"])
        #expect(try await database.texts(events) == before)
        try await BookProcess.run(keys: .theatre(["b": 2])) { process in
            let kept = try await process.guest(UUIDBytes(high: 1, low: 1))
            #expect(kept.name == Personal("Guest"))
            let erased = try await process.guest(UUIDBytes(high: 1, low: 5))
            #expect(erased.name == .erased)
        }
    }

    @Test func `more persons' values can be written and read than the cache has room for person keys`()
        async throws
    {
        let keys = PersonalKeys(
            try MasterKeys { ["a": [UInt8](repeating: 1, count: 32)] }, capacity: 4)
        try await BookProcess.run(keys: keys) { process in
            for guest in 1...20 { try await process.write(signed(UUIDBytes(high: 1, low: UInt64(guest)), "\(guest)")) }
        }
        try await BookProcess.run(keys: keys) { process in
            for guest in 1...20 {
                let read = try await process.guest(UUIDBytes(high: 1, low: UInt64(guest)))
                #expect(read.name == Personal("\(guest)"))
            }
        }
        #expect(try await TestDatabase.current.verifyBook() == [])
    }
}
