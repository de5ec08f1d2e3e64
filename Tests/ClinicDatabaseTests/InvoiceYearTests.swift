import EventLoop
import Identifiers
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests that every issued invoice has the tag of its year, by which the next invoice number is found, although the
/// previous release writes invoices without it.
@Suite(.database) struct InvoiceYearTests {
    private let clinic = UUIDBytes(high: 0x7000, low: 0x8000_0000_0000_0001)

    @Test func `an invoice that the previous release issues before or after migration 180 gets the tag of its year`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            for migration in Migration.all where migration.number < 180 { try await connection.run(migration) }
            try await issue(1, on: "2025-12-31", connection)
            try await issue(2, on: "2026-01-01", connection)
            for migration in Migration.all where migration.number >= 180 { try await connection.run(migration) }
            try await issue(3, on: "2026-11-23", connection)
            // Insert the rows that a server of the present release writes when it issues an invoice.
            try await connection.run(
                script: """
                    INSERT INTO event VALUES ('\(clinic)', 4, now(), 1, 'invoice-issued', '{"issued_on":"2027-02-03"}', '{}');
                    INSERT INTO event_tag VALUES
                        ('\(clinic)', '\(UUIDBytes(high: 0, low: 0))', 14 << 24, 4),
                        ('\(clinic)', '\(UUIDBytes(high: 0, low: 0))', 14 << 24 | 20819, 4)
                    """)
            let rows = try await connection.perform(
                """
                SELECT ('1970-01-01'::date + (aspect & 16777215))::text || ' ' || position
                FROM event_tag WHERE aspect > 14 << 24 ORDER BY 1
                """, effect: .reads)
            #expect(
                try rows.map { try $0.text(0) } == ["2025-01-01 1", "2026-01-01 2", "2026-01-01 3", "2027-01-01 4"])
        }
    }

    private func issue(_ position: Int, on date: String, _ connection: PostgresConnection) async throws {
        try await connection.run(
            script: """
                INSERT INTO event VALUES
                    ('\(clinic)', \(position), now(), 1, 'invoice-issued', '{"issued_on":"\(date)"}', '{}');
                INSERT INTO event_tag VALUES ('\(clinic)', '\(UUIDBytes(high: 0, low: 0))', 14 << 24, \(position))
                """)
    }
}

extension PostgresConnection {
    fileprivate func run(_ migration: Migration) async throws {
        try await run(script: String(decoding: migration.script, as: UTF8.self))
    }
}
