import ClinicOperations
import ClinicServer
import ClinicTestSupport
import JSON
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests that an unreadable event stops only the requests that need it, and that an operator can quarantine the
    /// event.
    @Suite struct UnreadableEvents {
        /// Appends an unreadable event to every clinic's feed, under the tags of the last event of a type. If that
        /// type is `appointment-booked`, bookings for today or tomorrow do not count as the last event.
        ///
        /// - Returns: the position of the unreadable event, by clinic.
        private func plant(_ type: String, under tagsOf: String) async throws -> [String: Int64] {
            let statements: [Statement] = [
                "CREATE TEMPORARY TABLE model (clinic_id uuid, position bigint)",
                """
                INSERT INTO model SELECT clinic_id, max(position) FROM event
                WHERE type = \(tagsOf)
                    AND coalesce(data -> 'visit' -> 'place' ->> 'date' > (current_date + 1)::text, true)
                GROUP BY 1
                """,
                "UPDATE clinic_feed SET last_position = last_position + 1, mark = mark + 1 WHERE clinic_id IS NOT NULL",
                """
                INSERT INTO event (clinic_id, position, recorded_at, schema_version, type, data, metadata)
                SELECT clinic_id, last_position, now(), 1, \(type), '{"of":"another program"}', '{"role":"system"}'
                FROM clinic_feed JOIN model USING (clinic_id)
                """,
                """
                INSERT INTO event_tag (clinic_id, subject, aspect, position)
                SELECT clinic_id, subject, aspect, last_position
                FROM event_tag JOIN model USING (clinic_id, position) JOIN clinic_feed USING (clinic_id)
                """,
                "SELECT clinic_id::text, last_position FROM clinic_feed",
            ]
            let rows = try await TestDatabase.current.withConnection { connection in
                var rows: [(String, Int64)] = []
                for statement in statements {
                    rows = try await connection.perform(statement).map { (try $0.text(0), try $0.int64(1)) }
                }
                return rows
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }

        /// The path of a request for free times on one day and for one service. Both are those of the booking that was
        /// recorded last, among the bookings whose day is after tomorrow.
        private func slots(_ clinic: String) async throws -> String {
            let rows = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    """
                    SELECT data -> 'visit' -> 'place' ->> 'date', data -> 'visit' ->> 'service_id' FROM event
                    WHERE clinic_id::text = \(clinic) AND type = 'appointment-booked'
                        AND data -> 'visit' -> 'place' ->> 'date' > (current_date + 1)::text
                    ORDER BY position DESC LIMIT 1
                    """, effect: .reads
                ).map { (try $0.text(0), try $0.text(1)) }
            }
            let (day, service) = try #require(rows.first)
            return "slots?service_id=\(service)&from=\(day)&to=\(day)"
        }

        private func quarantine(_ clinic: String, _ position: Int64) async throws -> Installation.QuarantineReport {
            try await Installation.demo().quarantine(
                clinic: clinic, position: position, reason: "Written by nobody")
        }

        private func statuses(_ app: App, _ paths: [String]) async throws -> [Int] {
            var statuses: [Int] = []
            for path in paths { statuses.append(try await app.get(path).status) }
            return statuses
        }

        private func register(_ desk: App) async throws -> Int {
            try await desk.post("patients", #"{"given_name":"Nora","family_name":"Feld","birth_date":"1990-05-06"}"#)
                .status
        }

        /// Paths whose requests are answered although a booking or an absence cannot be read, since no free times are
        /// computed for them.
        private let elsewhere = ["reception/queue", "patients", "appointments", "services", "staff", "admin/dashboard"]

        @Test
        func `until an unreadable booking event is quarantined, only requests for free times of the event's day fail`()
            async throws
        {
            let planted = try await plant("appointment-booked", under: "appointment-booked")
            let log = KeptLog()
            try await Practice.open(logger: log.logger, metricsPort: 0) { practice in
                let admin = try await practice.signIn("admin")
                let clinic = try await admin.get("clinic").text("id")
                let position = try #require(planted[clinic])
                let onItsDay = try await slots(clinic)
                #expect(try await admin.get(onItsDay).status == 500)

                #expect(try await statuses(admin, elsewhere) == elsewhere.map { _ in 200 })
                #expect(try await register(admin) == 201)
                // The unreadable event prevents the listing of free times on one day. The test asks for two periods
                // without a common day, so at least one of the two answers has free times.
                let soon = try await admin.freeTimes(3...5)
                let later = try await admin.freeTimes(20...25)
                #expect(!soon.isEmpty || !later.isEmpty)

                // The readiness report, the log and the metrics name the unreadable event without its data.
                let report = try await practice.nobody.get("/readyz")
                #expect(report.status == 200)
                let events = try #require(report["components"]?.elements?.first { $0["name"]?.string == "events" })
                #expect(events["status"]?.string == "degraded")
                let named = try #require(events["unreadable_events"]?.elements?.first)
                #expect(named["clinic_id"]?.string == clinic && named["position"]?.integer == position)
                #expect(named["type"]?.string == "appointment-booked")
                let labels = ["clinic": clinic, "position": "\(position)", "type": "appointment-booked"]
                #expect(try await practice.metrics().value("chairside_unreadable_events", labels) == 1)
                let lines = log.lines.filter { $0.contains("an event cannot be read") }
                #expect(lines.contains { $0.contains(clinic) && $0.contains("\(position)") })
                #expect(lines.allSatisfy { !$0.contains("another program") })

                #expect(try await quarantine(clinic, position).isNew)
                #expect(try await admin.get(onItsDay).status == 200)
                #expect(try await !quarantine(clinic, position).isNew)
            }
        }

        @Test func `until an unreadable event of an absence is quarantined, only requests for free times fail`()
            async throws
        {
            let planted = try await plant("time-off-added", under: "staff-hired")
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let clinic = try await admin.get("clinic").text("id")
                let onADay = try await slots(clinic)
                #expect(try await admin.get(onADay).status == 500)
                #expect(try await statuses(admin, elsewhere) == elsewhere.map { _ in 200 })
                #expect(try await register(admin) == 201)

                await #expect(throws: OperationRefused.self) { _ = try await quarantine(clinic, 1) }
                for (clinic, position) in planted { #expect(try await quarantine(clinic, position).isNew) }
                #expect(try await admin.get(onADay).status == 200)
                #expect(try await !admin.freeTimes().isEmpty)
            }
            let installation = try Installation.demo()
            let rebuilt = try await installation.rebuild()
            #expect(rebuilt.failures == [] && rebuilt.changed == 0)
            #expect(try await installation.verify().differences == [])
            let chain = try await installation.verifyChain(heads: nil)
            #expect(chain.findings.isEmpty)
        }
    }
}
