import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// What the dashboard adds up beforehand, beside what there is to count.
    @Suite struct Figures {
        /// How many days and balances are not what the appointments and accounts say.
        private func differences() async throws -> Int64 {
            try await TestDatabase.current.withConnection { connection in
                let rows = try await connection.perform(
                    """
                    SELECT (
                        SELECT count(*) FROM (
                            SELECT clinic_id, date::text AS day,
                                count(*) FILTER (WHERE status <> 'cancelled') AS appointments,
                                count(*) FILTER (WHERE status IN ('requested', 'booked', 'confirmed')) AS open,
                                count(*) FILTER (WHERE status IN ('arrived', 'seated')) AS waiting,
                                count(*) FILTER (WHERE status = 'in_treatment') AS in_treatment,
                                count(*) FILTER (WHERE status IN ('ready_for_checkout', 'completed')) AS completed,
                                count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
                                count(*) FILTER (WHERE status = 'no_show') AS no_shows
                            FROM appointment WHERE status <> 'entered_in_error' GROUP BY clinic_id, date
                        ) AS a FULL JOIN clinic_day AS d USING (clinic_id, day)
                        WHERE (a.appointments, a.open, a.waiting, a.in_treatment, a.completed, a.cancelled, a.no_shows)
                            IS DISTINCT FROM
                            (d.appointments, d.open, d.waiting, d.in_treatment, d.completed, d.cancelled, d.no_shows)
                    ) + (
                        SELECT count(*) FROM (
                            SELECT clinic_id, sum(open) AS open FROM patient_account GROUP BY clinic_id
                        ) AS a FULL JOIN clinic_balance AS b USING (clinic_id) WHERE a.open IS DISTINCT FROM b.open)
                    """, effect: .reads)
                return try rows.only.int64(0)
            }
        }

        private func count(_ table: Identifier) async throws -> Int64 {
            try await TestDatabase.current.withConnection { connection in
                try await connection.perform("SELECT count(*) FROM \(table)", effect: .reads).only.int64(0)
            }
        }

        @Test func `days and balances are what is counted from appointments and accounts`() async throws {
            #expect(try await differences() == 0)
            #expect(try await count(Identifier("clinic_day")) > 60)
            #expect(try await count(Identifier("clinic_balance")) == 2)
        }

        @Test func `what was just done is on the dashboard, moved and taken back as well`() async throws {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let patient = try await practice.signIn("patient1").subject
                func figures(_ day: String) async throws -> [Int64?] {
                    let shown = try await admin.get("admin/dashboard?date=\(day)")
                    return ["appointments", "open", "cancelled"].map { shown["today"]?[$0]?.integer }
                }
                let time = try await reception.freeTime(forAll: [patient])
                let booked = try await reception.post("appointments", time.booking(for: patient), key: newKey())
                let (id, day) = (try booked.text("id"), try booked.text("date"))
                let after = try await figures(day)
                #expect(try await differences() == 0)

                let others = try await reception.freeTimes(for: patient, with: time.doctor)
                let other = try #require(others.first { !$0.start.hasPrefix(day) })
                let moved = try await reception.post(
                    "appointments/\(id)/reschedule", #"{"doctor_id":"\#(other.doctor)","start":"\#(other.start)"}"#)
                #expect(moved.status == 200)
                #expect(try await figures(day) == [after[0].map { $0 - 1 }, after[1].map { $0 - 1 }, after[2]])
                #expect(try await differences() == 0)

                let there = try await figures(moved.text("date"))
                #expect(try await reception.post("appointments/\(id)/cancel", #"{"reason":"x"}"#).status == 200)
                let gone = try await figures(moved.text("date"))
                #expect(gone == [there[0].map { $0 - 1 }, there[1].map { $0 - 1 }, there[2].map { $0 + 1 }])
                #expect(try await differences() == 0)
            }
        }
    }
}
