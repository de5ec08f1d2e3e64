import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests the admin's reports, as JSON and as CSV, by comparing them with the figures of the same period.
    @Suite struct Reports {
        private func lines(_ answer: HTTPAnswer) -> [String] {
            String(decoding: answer.body, as: UTF8.self).split(separator: "\r\n").map(String.init)
        }

        private func sum(_ answer: HTTPAnswer, _ name: String, _ statuses: Set<String>? = nil) -> Int64 {
            answer.items.reduce(0) { sum, item in
                let counts = statuses.map { $0.contains(item["status"]?.string ?? "") } ?? true
                return sum + (counts ? item[name]?.integer ?? 0 : 0)
            }
        }

        @Test func `O23 the report of appointments by status has the same numbers as the figures of the same period`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let period = "from=\(try await practice.day(-89))&to=\(try await practice.day(0))"
                let figures = try await admin.get("admin/kpis?\(period)")
                let report = try await admin.get("admin/reports/appointments?\(period)")
                #expect(sum(report, "appointments", ["no_show"]) == figures["no_shows"]?.integer)
                #expect(sum(report, "appointments", ["cancelled"]) == figures["cancelled"]?.integer)
                #expect(
                    sum(report, "appointments", ["ready_for_checkout", "completed"]) == figures["completed"]?.integer)
                let file = try await admin.get("admin/reports/appointments.csv?\(period)")
                #expect(file.fields["content-type"]?.hasPrefix("text/csv") == true)
                #expect(lines(file).first == "status,appointments,patients")
                #expect(lines(file).count == report.items.count + 1)
            }
        }

        @Test func `O23 the report of receivables by age equals the receivables by age in the dashboard's figures`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let figures = try await admin.get("admin/kpis")
                let report = try await admin.get("admin/reports/receivables")
                #expect(report.items.map(\.description) == figures["receivables"]?.elements?.map(\.description))
                let file = try await admin.get("admin/reports/receivables.csv")
                #expect(lines(file).first == "age,invoices,total.amount,total.currency")
                #expect(lines(file).count == 6)
            }
        }

        @Test
        func `O23 a registered patient counts as new in the month of the registration, and a merged record does not`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let today = try await practice.day(0)
                let period = "from=\(today)&to=\(today)"
                let before = try await sum(admin.get("admin/reports/new-patients?\(period)"), "patients")
                func register(_ name: String) async throws -> String {
                    try await reception.post(
                        "patients", #"{"given_name":"\#(name)","family_name":"Wels","birth_date":"1985-05-17"}"#
                    ).text("id")
                }
                let (kept, double) = try await (register("Uwe"), register("Uwine"))
                let after = try await admin.get("admin/reports/new-patients?\(period)")
                #expect(sum(after, "patients") == before + 2)
                #expect(after.items.map { $0["month"]?.string } == ["\(today.prefix(8))01"])
                let merge = #"{"patient_id":"\#(double)","reason":"Registered twice"}"#
                #expect((200..<300).contains(try await reception.post("patients/\(kept)/merge", merge).status))
                #expect(try await sum(admin.get("admin/reports/new-patients?\(period)"), "patients") == before + 1)
                let file = try await admin.get("admin/reports/new-patients.csv?\(period)")
                #expect(lines(file).first == "month,patients,seen" && lines(file).count == 2)
            }
        }

        @Test func `only admins can read the clinic's reports`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                for report in ["receivables", "appointments", "new-patients"] {
                    for path in ["admin/reports/\(report)", "admin/reports/\(report).csv"] {
                        #expect(try await reception.get(path).problem == "forbidden", "\(path)")
                    }
                }
            }
        }
    }
}
