import ClinicTestSupport
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the dashboard's figures of a period, their bars and the payroll, by comparing them with each other and
    /// with a count of rows.
    @Suite struct KPIFigures {
        private func sum(_ answer: HTTPAnswer, _ name: String) -> Int64 {
            answer.items.reduce(0) { $0 + ($1[name]?.integer ?? $1[name]?["amount"]?.integer ?? 0) }
        }

        @Test func `O21 a period's counts of visits equal the sums of its weeks, months, doctors and services`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let period = "from=\(try await practice.day(-89))&to=\(try await practice.day(0))"
                let figures = try await admin.get("admin/kpis?\(period)")
                #expect(figures.status == 200)
                #expect(figures["appointments"]?.integer ?? 0 > 100)
                #expect(figures["production"]?["amount"]?.integer ?? 0 > 0)
                for bars in ["by=week", "by=month", "by=week&split=doctor", "by=month&split=service"] {
                    let answer = try await admin.get("admin/kpis/bars?\(period)&\(bars)")
                    #expect(answer.status == 200 && answer["has_more"]?.bool == false)
                    for name in ["appointments", "completed", "cancelled", "no_shows"] {
                        #expect(sum(answer, name) == figures[name]?.integer, "\(name) of \(bars)")
                    }
                    let production = try #require(figures["production"]?["amount"]?.integer)
                    // The production of invoices without an appointment belongs to no doctor.
                    #expect(
                        bars.contains("split")
                            ? sum(answer, "production") <= production : sum(answer, "production") == production)
                    #expect(!answer.items.isEmpty)
                    #expect(answer.items.allSatisfy { ($0["name"] != nil) == bars.contains("split") })
                }
                let (first, last) = try await (practice.day(-89), practice.day(0))
                let counted = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform(
                        """
                        SELECT count(*) FROM appointment AS a JOIN clinic_profile AS c USING (clinic_id)
                        WHERE c.document -> 'profile' ->> 'name' LIKE '%Spree%' AND a.status = 'no_show'
                            AND a.date BETWEEN \(first)::text::date AND \(last)::text::date
                        """, effect: .reads
                    ).only.int64(0)
                }
                #expect(figures["no_shows"]?.integer == counted)
                let rate = figures["no_show_rate"]?.integer ?? -1
                let appointments = figures["appointments"]?.integer ?? 1
                #expect(abs(rate - counted * 1_000 / appointments) <= 1)
                #expect((0...1_000).contains(figures["chair_use"]?.integer ?? -1))
                #expect(figures["receivables"]?.elements?.count == 5)
            }
        }

        @Test
        func `figures for one day equal the dashboard's sums, also after a voided invoice, a refund and a credit note`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let patient = try await practice.signIn("patient1").subject
                let mistaken = try await reception.invoice(patient, 7_000).text("id")
                let reason = #"{"reason":"Mistake"}"#
                #expect(try await reception.post("invoices/\(mistaken)/void", reason).status == 200)
                let invoice = try await reception.invoice(patient, 9_000).text("id")
                let payment = try await reception.pay(invoice, 9_000).text("id")
                let part = #"{"amount":{"amount":1000,"currency":"EUR"},"reason":"Not done"}"#
                #expect(
                    try await reception.post("invoices/\(invoice)/credit-notes", part, key: newKey()).status == 201)
                let refund = #"{"amount":{"amount":500,"currency":"EUR"},"method":"card","reason":"Not done"}"#
                #expect(
                    try await reception.post("payments/\(payment)/refunds", refund, key: newKey()).status == 201)
                let open = try await reception.invoice(patient, 300).text("id")
                #expect(try await reception.post("invoices/\(open)/write-off", reason, key: newKey()).status == 200)
                let day = try await practice.day(0)
                let figures = try await admin.get("admin/kpis?from=\(day)&to=\(day)")
                let today = try await admin.get("admin/dashboard?date=\(day)")["today"]
                for name in ["production", "collections", "refunds", "write_offs", "adjustments"] {
                    #expect(figures[name] == today?[name], "\(name)")
                }
                #expect(figures["refunds"]?["amount"]?.integer ?? 0 >= 500)
                #expect(figures["write_offs"]?["amount"]?.integer ?? 0 >= 300)
            }
        }

        @Test func `receivables by age add up to what all patients owe`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let figures = try await admin.get("admin/kpis")
                let aged = (figures["receivables"]?.elements ?? []).reduce(Int64(0)) {
                    $0 + ($1["total"]?["amount"]?.integer ?? 0)
                }
                let open = try await admin.get("admin/dashboard")["today"]?["outstanding"]?["amount"]?.integer
                #expect(aged == open)
                #expect(aged > 0)
            }
        }

        @Test func `payroll has the hours and production of all doctors, also of those who have left, as JSON and CSV`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let period = "from=\(try await practice.day(-27))&to=\(try await practice.day(0))"
                let answer = try await admin.get("admin/payroll?\(period)")
                #expect(answer.items.count > 1)
                #expect(sum(answer, "working_minutes") > sum(answer, "treated_minutes"))
                #expect(sum(answer, "treated_minutes") > 0)
                #expect(sum(answer, "production") > 0)
                let file = try await admin.get("admin/payroll.csv?\(period)")
                #expect(file.fields["content-type"]?.hasPrefix("text/csv") == true)
                let lines = String(decoding: file.body, as: UTF8.self).split(separator: "\r\n")
                #expect(lines.count == answer.items.count + 1)
                #expect(lines.first?.hasPrefix("doctor_id,name,working_minutes") == true)
                for (line, item) in zip(lines.dropFirst(), answer.items) {
                    #expect(line.hasPrefix("\(try item.text("doctor_id")),"))
                    #expect(line.contains(",\(item["working_minutes"]?.integer ?? -1),"))
                }
                let leaver = try #require(answer.items.first { $0["production"]?["amount"]?.integer ?? 0 > 0 })
                let id = try leaver.text("doctor_id")
                #expect(try await admin.post("staff/\(id)/deactivate").status == 200)
                let later = try await admin.get("admin/payroll?\(period)").items
                let line = later.first { $0["doctor_id"]?.string == id }
                #expect(line?["working_minutes"]?.integer == 0)
                for name in ["production", "booked_minutes", "completed"] {
                    #expect(try line?.member(name) == leaver.member(name), "\(name)")
                }
                let bars = try await admin.get("admin/kpis/bars.csv?\(period)&split=doctor")
                #expect(String(decoding: bars.body, as: UTF8.self).contains("production.currency"))
            }
        }

        @Test
        func `requests for figures get 304 if unchanged, 400 for a reversed or too long period, 403 for the reception`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let period = "from=\(try await practice.day(-20))&to=\(try await practice.day(-10))"
                for path in ["admin/kpis", "admin/kpis/bars", "admin/payroll"] {
                    let first = try await admin.get("\(path)?\(period)")
                    let tag = try #require(first.fields["etag"])
                    #expect(try await admin.get("\(path)?\(period)", ["If-None-Match": tag]).status == 304, "\(path)")
                    #expect(try await admin.get("\(path)?from=2026-02-01&to=2026-01-01").status == 400)
                    #expect(try await admin.get("\(path)?from=2024-01-01&to=2026-01-01").status == 400)
                    #expect(try await practice.signIn("reception").get(path).status == 403)
                }
            }
        }
    }
}
