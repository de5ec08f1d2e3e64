import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests the triggers for merged records with rows that are written without a decision.
@Suite(.database(.clinic)) struct MergedTableTests {
    private static let here = PatientTableTests.here
    private static let people = [
        Somebody(number: 1, given: "Anna", family: "Müller"),
        Somebody(number: 2, given: "Anna", family: "Schmidt", phone: "0170 5550101"),
        Somebody(number: 3, given: "Emil", family: "Nowak", phone: "0170 5550103"),
    ]

    private func merge(_ merged: UInt64, into survivor: UInt64?, _ connection: PostgresConnection) async throws {
        let (record, other) = (Self.id(merged), survivor.map(Self.id))
        _ = try await connection.perform(
            """
            UPDATE patient SET merged_into = \(other)::uuid
            WHERE clinic_id = \(Self.here) AND patient_id = \(record)
            """)
    }

    private static func id(_ number: UInt64) -> UUIDBytes { Somebody(number: number, given: "", family: "").id }

    /// All rows of the tables by which patients are found.
    private func terms(_ connection: PostgresConnection) async throws -> [String] {
        try await connection.perform(
            """
            SELECT term || ' ' || patient_id || ' ' || sort_name FROM patient_term
            UNION ALL
            SELECT spelling || ' ' || word FROM name_spelling
            ORDER BY 1
            """
        ).map { try $0.text(0) }
    }

    @Test func `a surviving record is found by the data of the merged record until the merge is undone`() async throws {
        try await TestDatabase.current.withConnection { connection in
            func find(_ question: String?) async throws -> [UInt64] {
                try await PatientTableTests.find(question, connection)
            }
            try await connection.register(Self.people, in: Self.here)
            let before = try await terms(connection)
            try await merge(2, into: 1, connection)
            for question in ["schmidt", "anna", "müller schmidt", "0170 5550101", "shmidt"] {
                #expect(try await find(question) == [1], "\(question)")
            }
            #expect(try await find(nil) == [1, 3])
            try await merge(2, into: nil, connection)
            #expect(try await terms(connection) == before)
            #expect(try await find("schmidt") == [2])
            #expect(try await find(nil) == [1, 3, 2])
        }
    }

    @Test
    func `after its name changes and after a rebuild, a surviving record is still found by the merged record's data`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(Self.people, in: Self.here)
            try await merge(2, into: 1, connection)
            let merged = try await terms(connection)
            let renamed = Somebody(number: 1, given: "Anna", family: "Maier")
            try await connection.register([renamed], in: Self.here)
            #expect(try await PatientTableTests.find("maier schmidt", connection) == [1])
            #expect(try await PatientTableTests.find("müller", connection) == [])
            try await connection.register([Self.people[0]], in: Self.here)
            #expect(try await terms(connection) == merged)
            // A rebuild of the read models deletes rows and writes them again.
            for number in [1, 2] as [UInt64] {
                _ = try await connection.perform("CREATE TEMPORARY TABLE kept AS SELECT * FROM patient")
                _ = try await connection.perform("DELETE FROM patient WHERE patient_id = \(Self.id(number))")
                _ = try await connection.perform(
                    "INSERT INTO patient SELECT * FROM kept WHERE patient_id = \(Self.id(number))")
                _ = try await connection.perform("DROP TABLE kept")
                #expect(try await terms(connection) == merged)
            }
        }
    }

    private func book(_ patient: UInt64, _ hour: Int, _ connection: PostgresConnection) async throws {
        let number = UInt64(hour) << 8 | patient
        func id(_ kind: UInt64) -> UUIDBytes { UUIDBytes(high: kind, low: number) }
        _ = try await connection.perform(
            """
            INSERT INTO appointment (
                clinic_id, appointment_id, document, patient_document, patient_id, doctor_id, chair_id, status, date,
                starts_at, ends_at, cancel_before, holds_time)
            VALUES (
                \(Self.here), \(id(0x71)), '{}', '{}', \(Self.id(patient)), \(id(0x72)), \(id(0x73)), 'booked',
                '2026-11-23', '2026-11-23Z'::timestamptz + \(Int64(hour)) * interval '1 hour',
                '2026-11-23Z'::timestamptz + \(Int64(hour) + 1) * interval '1 hour', now(), true)
            """)
    }

    private func isRefused(_ body: () async throws -> Void) async throws -> Bool {
        do {
            try await body()
            return false
        } catch PostgresError.server(let error) where error.isExclusionViolation { return true }
    }

    @Test
    func `PostgreSQL refuses overlapping appointments of merged records, and merging records with overlapping ones`()
        async throws
    {
        try await TestDatabase.current.withConnection { connection in
            try await connection.register(Self.people, in: Self.here)
            try await merge(2, into: 1, connection)
            try await book(1, 9, connection)
            #expect(try await isRefused { try await book(2, 9, connection) })
            try await book(2, 10, connection)
            #expect(try await isRefused { try await book(1, 10, connection) })
            try await book(3, 9, connection)
            #expect(try await isRefused { try await merge(3, into: 1, connection) })
            try await merge(3, into: 2, connection)
        }
    }
}
