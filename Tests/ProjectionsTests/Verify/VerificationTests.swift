import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport
import Testing
import Theatre

@Suite(.database(.theatre)) struct `A verification` {
    @Test func `a verification reports no difference after appends from several event loops`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        #expect(try await database.verify() == [])
    }

    @Test func `a verification of read models reports an altered document`() async throws {
        try await expect(
            [.alteredDocument(table: "seating_plan", clinic: .theatre, key: "Lear")],
            after:
                "UPDATE seating_plan SET document = '{\"show\":\"Lear\"}' WHERE show = 'Lear' AND clinic_id = \(.theatre)"
        )
    }

    @Test func `a verification of read models reports an altered column`() async throws {
        try await expect(
            [.alteredColumn(table: "seating_plan", clinic: .theatre, key: "Lear")],
            after: "UPDATE seating_plan SET taken = taken + 1 WHERE show = 'Lear' AND clinic_id = \(.theatre)")
    }

    @Test func `a verification of read models reports missing and superfluous documents`() async throws {
        try await expect(
            [
                .missingDocument(table: "seating_plan", clinic: .theatre, key: "Lear"),
                .superfluousDocument(table: "seating_plan", clinic: .theatre, key: "Learn"),
            ],
            after: "UPDATE seating_plan SET show = 'Learn' WHERE show = 'Lear' AND clinic_id = \(.theatre)")
    }

    @Test func `a verification of read models reports missing and superfluous tags of events`() async throws {
        try await expect(
            [
                .missingTag(clinic: .theatre, position: 3, tag: .seat("Lear", 2)),
                .superfluousTag(clinic: .theatre, position: 3, tag: .seat("Lear", 99)),
            ],
            after: """
                UPDATE event_tag SET aspect = \(Tag.seat("Lear", 99).aspect)
                WHERE position = 3 AND aspect = \(Tag.seat("Lear", 2).aspect) AND clinic_id = \(.theatre)
                """)
    }

    @Test func `a verification of read models reports a missing event`() async throws {
        try await expect(
            [.missingEvents(clinic: .theatre, positions: 4...5)],
            after: "DELETE FROM event WHERE position IN (4, 5) AND clinic_id = \(.theatre)")
    }

    @Test func `a verification of read models reports events beyond the feed's end`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        let last = try await database.feedEnd()
        try await alter(
            database,
            """
            INSERT INTO event SELECT clinic_id, position + 7, recorded_at, schema_version, type, data, metadata, NULL
            FROM event WHERE position = \(last) AND clinic_id = \(.theatre)
            """)
        #expect(
            try await database.verify() == [.eventsBeyondFeed(clinic: .theatre, positions: (last + 7)...(last + 7))])
    }

    @Test func `a verification lists at most a fixed number of a clinic's missing events and of a table's differences`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.fill()
        try await alter(database, "UPDATE ticket SET guest = 'nobody'")
        try await alter(database, "DELETE FROM seating_plan WHERE show <> 'Lear'")
        let altered = try await database.verify(limit: 2)
        #expect(altered.count == 4)
        try await alter(database, "DELETE FROM event WHERE position IN (4, 6, 8, 10)")
        let first = [UUIDBytes.theatre, .otherTheatre].flatMap { clinic in
            [4, 6].map { Difference.missingEvents(clinic: clinic, positions: $0...$0) }
        }
        #expect(Set(try await database.verify(limit: 2)) == Set(first))
    }

    @Test func `a verification of read models reports an event that cannot be decoded`() async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await alter(database, "UPDATE event SET data = '{}' WHERE position = 5 AND clinic_id = \(.theatre)")
        let differences = try await database.verify()
        #expect(differences.count == 1)
        guard case .unreadableEvent(.theatre, 5, _)? = differences.first else {
            Issue.record("\(differences)")
            return
        }
    }

    private func expect(_ differences: [Difference], after statement: Statement) async throws {
        let database = try TestDatabase.current
        try await database.fill()
        try await alter(database, statement)
        for memory in FoldMemory.usualAndLittle {
            #expect(Set(try await database.verify(memory: memory)) == Set(differences))
        }
    }

    /// Runs a statement with the triggers disabled, since they refuse changes of stored events and tags.
    private func alter(_ database: TestDatabase, _ statement: Statement) async throws {
        try await database.run("SET session_replication_role = replica", statement)
    }
}

extension Bindable where Self == UUIDBytes {
    static var theatre: UUIDBytes { UUIDBytes.theatre }
}
