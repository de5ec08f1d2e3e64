import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Migrations
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.demo)) struct MaintenanceTests {
    private static let tables = [
        Identifier("patient_term"), Identifier("patient"), Identifier("appointment"),
        Identifier("invoice"),
    ]

    private static func counts() async throws -> [Int64] {
        let database = try TestDatabase.current
        return try await database.withConnection { connection in
            var counts: [Int64] = []
            for table in tables {
                let rows = try await connection.perform("SELECT count(*) FROM \(table)", effect: .reads)
                counts.append(try rows[0].int64(0))
            }
            return counts
        }
    }

    private static func indexes() async throws -> [String] {
        try await TestDatabase.current.withConnection { connection in
            let rows = try await connection.perform(
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef", effect: .reads)
            return try rows.map { try $0.text(0) }
        }
    }

    @Test func `a rebuild of correct read models changes neither documents nor indexes nor the number of search terms`()
        async throws
    {
        let before = try await Self.counts()
        let indexes = try await Self.indexes()
        #expect(indexes.count > 10)
        #expect(before.allSatisfy { $0 > 0 }, "\(before)")
        let report = try await Installation.demo().rebuild()
        #expect(report.clinics == 2)
        #expect(report.changed == 0)
        #expect(try await Self.counts() == before)
        #expect(try await Self.indexes() == indexes)
        let verification = try await Installation.demo().verify()
        #expect(verification.differences.isEmpty)
    }

    @Test func `migration 105 replaces patients' tags without a year by tags with the visit's year`() async throws {
        let database = try TestDatabase.current
        let script = try #require(Migration.all.first { $0.number == 105 }).script
        try await database.withConnection { connection in
            try await connection.run(
                script: """
                    ALTER TABLE event_tag DROP CONSTRAINT days_are_named;
                    ALTER TABLE event_tag DISABLE TRIGGER append_only;
                    INSERT INTO event_tag (clinic_id, subject, aspect, position)
                    SELECT DISTINCT clinic_id, subject, 4 << 24, position FROM event_tag WHERE aspect >> 24 = 4;
                    DELETE FROM event_tag WHERE aspect >> 24 = 4 AND aspect <> 4 << 24;
                    ALTER TABLE event_tag ENABLE TRIGGER append_only;
                    """)
        }
        let before = try await Installation.demo().verify()
        #expect(!before.differences.isEmpty)
        try await database.withConnection { connection in
            try await connection.run(script: String(decoding: script, as: UTF8.self))
        }
        let after = try await Installation.demo().verify()
        #expect(after.differences.isEmpty)
    }

    @Test
    func `migration 60 adds the patient's version to patients' cards that were stored without a version`() async throws
    {
        let database = try TestDatabase.current
        let script = try #require(Migration.all.first { $0.number == 60 }).script
        try await database.withConnection { connection in
            _ = try await connection.perform(
                #"UPDATE patient SET card = regexp_replace(card::text, '"version":[0-9]+,', '')::json"#)
            let old = try await connection.perform(
                "SELECT count(*) FILTER (WHERE card -> 'version' IS NULL), count(*) FROM patient", effect: .reads)
            #expect(try old[0].int64(0) == old[0].int64(1))
        }
        #expect(
            try await Installation.demo().verify().differences.isEmpty
                == false)
        for _ in 1...2 {
            try await database.withConnection { connection in
                try await connection.run(script: String(decoding: script, as: UTF8.self))
            }
            #expect(
                try await Installation.demo().verify().differences.isEmpty
            )
        }
    }

    @Test func `a rebuild of the read model of patients also rebuilds the patients' search terms`() async throws {
        let database = try TestDatabase.current
        let before = try await Self.counts()
        try await database.withConnection { connection in
            _ = try await connection.perform("DELETE FROM patient WHERE sort_name < 'm'")
            _ = try await connection.perform("UPDATE patient SET search_terms = 'nothing', sort_name = 'nobody'")
        }
        let report = try await Installation.demo().rebuild(["patient"])
        #expect(report.changed == report.documents)
        #expect(try await Self.counts() == before)
        #expect(
            try await Installation.demo().verify().differences.isEmpty)
    }

    @Test func `the double-booking guard also rejects overlapping appointments that a rebuild writes`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.withConnection { connection in
            _ = try await connection.perform("UPDATE appointment SET status = 'lost'")
        }
        _ = try await Installation.demo().rebuild()
        try await database.withConnection(database.configuration { $0.role = "chairside_server" }) { connection in
            _ = try await connection.perform("SET chairside.rebuild = 'on'")
            _ = await #expect(throws: PostgresError.self) {
                _ = try await connection.perform(
                    """
                    INSERT INTO appointment
                    SELECT (jsonb_populate_record(a, jsonb_build_object(
                        'appointment_id', gen_random_uuid(), 'chair_id', gen_random_uuid(),
                        'patient_id', gen_random_uuid()))).*
                    FROM appointment AS a WHERE holds_time LIMIT 1
                    """)
            }
        }
    }
}
