import ClinicTestSupport
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests that the dashboard's precomputed figures agree with the rows of appointments and patient accounts.
    @Suite struct Figures {
        /// The number of days and balances in the dashboard's figures that differ from a count of the appointments and
        /// accounts.
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
                            SELECT clinic_id, sum(open) AS open, sum((document ->> 'credit')::bigint) AS credit
                            FROM patient_account GROUP BY clinic_id
                        ) AS a FULL JOIN clinic_balance AS b USING (clinic_id)
                        WHERE (a.open, a.credit) IS DISTINCT FROM (b.open, (b.document ->> 'credit')::bigint))
                    """, effect: .reads)
                return try rows.only.int64(0)
            }
        }

        private func count(_ table: Identifier) async throws -> Int64 {
            try await TestDatabase.current.withConnection { connection in
                try await connection.perform("SELECT count(*) FROM \(table)", effect: .reads).only.int64(0)
            }
        }

        @Test func `the dashboard's daily figures and balances equal a count of the appointments and accounts`()
            async throws
        {
            #expect(try await differences() == 0)
            #expect(try await count(Identifier("clinic_day")) > 60)
            #expect(try await count(Identifier("clinic_balance")) == 2)
        }

        @Test func `the dashboard shows booked, moved and cancelled appointments immediately`() async throws {
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

        @Test
        func `undone appointment steps and appointments entered in error are not counted in the dashboard's figures`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let booked = try await reception.book(practice.signIn("patient1").subject)
                let (id, day) = (try booked.text("id"), try booked.text("date"))
                func figures() async throws -> [Int64?] {
                    let shown = try await admin.get("admin/dashboard?date=\(day)")
                    #expect(shown["pending_events"]?.integer == 0)
                    return ["appointments", "open", "cancelled"].map { shown["today"]?[$0]?.integer }
                }
                let before = try await figures()
                #expect(try await reception.post("appointments/\(id)/cancel", #"{"reason":"x"}"#).status == 200)
                #expect(
                    try await figures() == [
                        before[0].map { $0 - 1 }, before[1].map { $0 - 1 }, before[2].map { $0 + 1 },
                    ])
                #expect(try await admin.post("appointments/\(id)/undo", #"{"reason":"x"}"#).status == 200)
                #expect(try await figures() == before)
                #expect(try await differences() == 0)

                let error = try await admin.post("appointments/\(id)/enter-in-error", #"{"reason":"x"}"#)
                #expect(error.status == 200)
                #expect(try await figures() == [before[0].map { $0 - 1 }, before[1].map { $0 - 1 }, before[2]])
                #expect(try await differences() == 0)
            }
        }

        @Test func `the dashboard's amount owed is updated after voided invoices, used credit and refunds`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let patient = try await practice.signIn("patient1").subject
                func outstanding() async throws -> Int64? {
                    let shown = try await admin.get("admin/dashboard")
                    #expect(try await differences() == 0)
                    return shown["today"]?["outstanding"]?["amount"]?.integer
                }
                // The prepayment settles the patient's invoices. Other patients' debts do not change, so after the
                // prepayment the amount owed changes only by the invoices that the test issues.
                let paid = try await reception.post(
                    "payments",
                    #"{"patient_id":"\#(patient)","amount":{"amount":5000000,"currency":"EUR"},"method":"card","accept_credit":true}"#,
                    key: newKey())
                #expect(paid.status == 201)
                let before = try await outstanding()

                let voided = try await reception.invoice(patient, 9_000).text("id")
                #expect(try await outstanding() == before.map { $0 + 9_000 })
                #expect(try await admin.post("invoices/\(voided)/void", #"{"reason":"x"}"#).status == 200)
                #expect(try await outstanding() == before)

                let settled = try await reception.invoice(patient, 7_000).text("id")
                #expect(try await reception.post("invoices/\(settled)/apply-credit", key: newKey()).status == 200)
                #expect(try await outstanding() == before)

                let refund = try await admin.post(
                    "payments/\(try paid.text("id"))/refunds",
                    #"{"amount":{"amount":1000,"currency":"EUR"},"method":"card","reason":"x"}"#, key: newKey())
                #expect(refund.status == 201)
                #expect(try await outstanding() == before)
            }
        }

        @Test func `dashboard figures that cannot be brought up to date are marked as outdated`() async throws {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform("UPDATE clinic_balance SET document = '[]'")
                }
                #expect(try await reception.invoice(practice.signIn("patient1").subject).status == 201)
                let shown = try await admin.get("admin/dashboard")
                #expect(shown.status == 200)
                let pending = try #require(shown["pending_events"]?.integer)
                #expect(pending >= 1)
            }
        }
    }
}
