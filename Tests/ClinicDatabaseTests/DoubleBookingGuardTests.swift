import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests the triggers of the double-booking guard with rows that are inserted without a decision.
@Suite(.database(.clinic)) struct DoubleBookingGuardTests {
    private static let clinic = UUIDBytes(high: 0x7000, low: 0x8000_0000_0000_0001)

    /// A row of the table `appointment`. The appointment's start and end are in hours after midnight. Doctor, chair and
    /// patient have the row's number unless they are given. `over` has the numbers of the rows that the appointment
    /// names as overlaps.
    private struct Row {
        let number: UInt64
        let hours: (from: Double, to: Double)
        var doctor: UInt64?
        var chair: UInt64?
        var patient: UInt64?
        var over: [UInt64] = []
        /// The appointment's buffers: the minutes before and after it in which its chair is taken.
        var buffers: (before: Int64, after: Int64)?
        /// The hygienist's number, which is one of the numbers of the doctors, and the minutes of the appointment in
        /// which the doctor and the hygienist treat.
        var segments: (hygienist: UInt64, doctor: String, hygienists: String)?
        /// The number of the service of the appointment's group visit, and the capacity of the service.
        var group: (service: UInt64, capacity: Int64)?

        static func id(_ kind: UInt64, _ number: UInt64) -> UUIDBytes {
            UUIDBytes(high: 0x7000, low: 0x8000_0000_0000_0000 | kind << 16 | number)
        }
    }

    private func insert(_ rows: [Row], _ connection: PostgresConnection) async throws {
        let values = rows.map { row in
            let overlaps: Statement =
                row.over.isEmpty
                ? "NULL" : "\(row.over.map { Row.id(1, $0).text }.joined(separator: " "))::text"
            let buffers: Statement =
                row.buffers.map { "\($0.before)::bigint, \($0.after)::bigint" } ?? "NULL, NULL"
            let segments: Statement =
                row.segments.map { "\(Row.id(3, $0.hygienist)), \($0.doctor)::text, \($0.hygienists)::text" }
                ?? "NULL, NULL, NULL"
            let group: Statement =
                row.group.map { "\(Row.id(5, $0.service)), \($0.capacity)::bigint" } ?? "NULL, NULL"
            return """
                (\(Self.clinic), \(Row.id(1, row.number)), '{}', '{}', \(Row.id(2, row.patient ?? row.number)),
                \(Row.id(3, row.doctor ?? row.number)), \(Row.id(4, row.chair ?? row.number)), 'booked', '2026-11-23',
                '2026-11-23Z'::timestamptz + \(row.hours.from)::float8 * interval '1 hour',
                '2026-11-23Z'::timestamptz + \(row.hours.to)::float8 * interval '1 hour', now(), true, \(overlaps),
                \(buffers), \(segments), \(group))
                """ as Statement
        }
        _ = try await connection.perform(
            """
            INSERT INTO appointment (
                clinic_id, appointment_id, document, patient_document, patient_id, doctor_id, chair_id, status, date,
                starts_at, ends_at, cancel_before, holds_time, allowed_overlaps,
                buffer_before, buffer_after, hygienist_id, doctor_minutes, hygienist_minutes,
                group_service_id, group_capacity)
            VALUES \(values.joined())
            """)
    }

    /// Whether PostgreSQL accepts the appointment `row` in a table that has only the appointments `rows`.
    private func takes(_ row: Row, beside rows: [Row]) async throws -> Bool {
        try await TestDatabase.current.withConnection { connection in
            _ = try await connection.perform("DELETE FROM appointment")
            for row in rows { try await insert([row], connection) }
            do {
                try await insert([row], connection)
                return true
            } catch PostgresError.server(let error) where error.isExclusionViolation {
                return false
            }
        }
    }

    @Test
    func `PostgreSQL refuses an appointment that does not name its overlap with another of the same doctor or chair`()
        async throws
    {
        let first = Row(number: 1, hours: (9, 10), doctor: 7, chair: 7)
        #expect(try await !takes(Row(number: 2, hours: (9.5, 10.5), doctor: 7), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (9.5, 10.5), chair: 7), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (9.5, 10.5), doctor: 7, over: [5]), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (10, 10.5), doctor: 7, chair: 7), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (9.5, 10.5), doctor: 7, chair: 7, over: [1]), beside: [first]))
    }

    @Test func `PostgreSQL refuses a third overlapping appointment that does not name every overlap`() async throws {
        let first = Row(number: 1, hours: (9, 10), doctor: 7)
        let over = Row(number: 2, hours: (9.5, 11), doctor: 7, over: [1])
        // The third appointment overlaps only the second one. PostgreSQL must find that overlap even if the table also
        // has the appointment `later`, which starts after the second one.
        let later = Row(number: 3, hours: (11, 11.5), doctor: 7)
        let third = Row(number: 4, hours: (10.5, 11), doctor: 7)
        #expect(try await !takes(third, beside: [first, over]))
        #expect(try await !takes(third, beside: [first, over, later]))
        #expect(try await !takes(Row(number: 4, hours: (9.5, 10), doctor: 7, over: [2]), beside: [first, over]))
        #expect(try await !takes(Row(number: 4, hours: (9.5, 10), doctor: 7, over: [1]), beside: [first, over]))
        #expect(try await takes(Row(number: 4, hours: (9.5, 10), doctor: 7, over: [1, 2]), beside: [first, over]))
        #expect(
            try await !takes(Row(number: 4, hours: (8, 12), doctor: 7, over: [2, 3]), beside: [first, over, later]))
    }

    @Test
    func
        `PostgreSQL refuses an appointment in another appointment's chair buffer unless the new one names the overlap`()
        async throws
    {
        let first = Row(number: 1, hours: (9, 10), chair: 7, buffers: (15, 30))
        #expect(try await !takes(Row(number: 2, hours: (10.25, 11), chair: 7), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (8, 9), chair: 7), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (10.5, 11), chair: 7), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (8, 8.75), chair: 7), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (10.25, 11), chair: 7, over: [1]), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (10.75, 11), chair: 7, buffers: (20, 0)), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (10.75, 11), chair: 7, buffers: (15, 0)), beside: [first]))
        #expect(try await !takes(first, beside: [Row(number: 2, hours: (10.25, 11), chair: 7)]))
        // An appointment's buffers take its chair only, so its doctor is free during its buffers.
        let elsewhere = Row(number: 2, hours: (10, 11), doctor: 1, chair: 8)
        #expect(try await takes(elsewhere, beside: [first]))
    }

    @Test func `PostgreSQL lets a visit's doctor and hygienist have other visits only outside of their own segments`()
        async throws
    {
        let first = Row(number: 1, hours: (9, 10), doctor: 7, segments: (8, "{[30,60)}", "{[0,30)}"))
        #expect(try await takes(Row(number: 2, hours: (9, 9.5), doctor: 7), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (9.25, 9.75), doctor: 7), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (9.25, 9.75), doctor: 8), beside: [first]))
        #expect(try await takes(Row(number: 2, hours: (9.5, 10), doctor: 8), beside: [first]))
        #expect(try await !takes(first, beside: [Row(number: 2, hours: (9.25, 9.75), doctor: 8)]))
        #expect(try await takes(Row(number: 2, hours: (9.5, 10), doctor: 7, over: [1]), beside: [first]))
        #expect(try await !takes(Row(number: 2, hours: (9.5, 10), doctor: 7, over: [5]), beside: [first]))
    }

    @Test func `PostgreSQL refuses two visits in whose segments one member of staff would treat at the same time`()
        async throws
    {
        let first = Row(number: 1, hours: (9, 10), doctor: 7, segments: (8, "{[30,60)}", "{[0,30)}"))
        func other(_ hours: (from: Double, to: Double), doctor: UInt64, hygienist: UInt64) -> Row {
            Row(number: 2, hours: hours, doctor: doctor, segments: (hygienist, "{[30,60)}", "{[0,30)}"))
        }
        #expect(try await !takes(other((9.25, 10.25), doctor: 5, hygienist: 8), beside: [first]))
        #expect(try await takes(other((9.5, 10.5), doctor: 5, hygienist: 8), beside: [first]))
        #expect(try await !takes(other((9.25, 10.25), doctor: 7, hygienist: 5), beside: [first]))
        #expect(try await takes(other((9.5, 10.5), doctor: 7, hygienist: 5), beside: [first]))
        // One member of staff treats in both visits, as a doctor or as a hygienist.
        #expect(try await !takes(other((8.75, 9.75), doctor: 8, hygienist: 5), beside: [first]))
        #expect(try await takes(other((8.5, 9.5), doctor: 5, hygienist: 7), beside: [first]))
        #expect(try await !takes(other((9.25, 10.25), doctor: 5, hygienist: 7), beside: [first]))
    }

    @Test func `PostgreSQL refuses a patient in two chairs at a time, even if one appointment names the overlap`()
        async throws
    {
        let first = Row(number: 1, hours: (9, 10), patient: 7)
        #expect(try await !takes(Row(number: 2, hours: (9, 10), patient: 7, over: [1]), beside: [first]))
    }

    @Test func `PostgreSQL lets patients join a group visit up to its capacity`() async throws {
        func member(_ number: UInt64, capacity: Int64 = 3, over: [UInt64] = []) -> Row {
            Row(number: number, hours: (9, 10), doctor: 7, chair: 7, over: over, group: (1, capacity))
        }
        #expect(try await takes(member(3), beside: [member(1), member(2)]))
        #expect(try await !takes(member(4), beside: [member(1), member(2), member(3)]))
        #expect(try await takes(member(4, capacity: 4), beside: [member(1), member(2), member(3)]))
        #expect(try await takes(member(4, over: [1, 2, 3]), beside: [member(1), member(2), member(3)]))
        // An appointment that an override added takes none of the group visit's places.
        #expect(try await takes(member(4), beside: [member(1), member(2), member(3, over: [1, 2])]))
    }

    @Test
    func
        `PostgreSQL refuses an overlap with a group visit, unless the appointment joins the group or names the overlap`()
        async throws
    {
        let first = Row(number: 1, hours: (9, 10), doctor: 7, chair: 7, buffers: (0, 30), group: (1, 3))
        let early = Row(number: 2, hours: (9, 9.25), doctor: 7, chair: 7, buffers: (0, 30), group: (1, 3))
        func refuses(_ row: Row) async throws -> Bool { try await !takes(row, beside: [first, early]) }
        #expect(try await refuses(Row(number: 3, hours: (9, 10), doctor: 7, chair: 7, group: (2, 3))))
        #expect(try await refuses(Row(number: 3, hours: (9.5, 10.5), doctor: 7, chair: 7, group: (1, 3))))
        #expect(try await refuses(Row(number: 3, hours: (9, 10), doctor: 7, chair: 8, group: (1, 3))))
        #expect(try await refuses(Row(number: 3, hours: (9, 10), doctor: 8, chair: 7, group: (1, 3))))
        #expect(try await refuses(Row(number: 3, hours: (9, 10), doctor: 7, chair: 7)))
        #expect(try await refuses(Row(number: 3, hours: (9.5, 9.75), doctor: 7)))
        #expect(try await refuses(Row(number: 3, hours: (10.25, 11), chair: 7)))
        #expect(try await refuses(Row(number: 3, hours: (9, 10), patient: 1, group: (1, 3))))
        #expect(try await refuses(Row(number: 3, hours: (9.5, 10), doctor: 7, over: [2])))
        #expect(try await !refuses(Row(number: 3, hours: (9.5, 10), doctor: 7, over: [1])))
        #expect(try await !refuses(Row(number: 3, hours: (10.5, 11), doctor: 7, chair: 7)))
        #expect(try await !takes(first, beside: [Row(number: 3, hours: (9.5, 9.75), doctor: 7)]))
        let divided = Row(number: 3, hours: (9, 10), doctor: 7, segments: (8, "{[0,30)}", "{[30,60)}"))
        #expect(try await refuses(divided))
    }
}
