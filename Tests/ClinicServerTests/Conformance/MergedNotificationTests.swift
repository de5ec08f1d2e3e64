import ClinicDemo
import ClinicTestSupport
import Identifiers
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the notifications of a record that is merged into another record of the same person.
    @Suite struct MergedNotifications {
        private func register(_ family: String, _ reception: App) async throws -> String {
            try await reception.post(
                "patients", #"{"given_name":"Xenia","family_name":"\#(family)","birth_date":"1985-05-17"}"#
            ).text("id")
        }

        @Test
        func `O14 a patient sees, counts and is sent the notifications of the record that was merged into theirs`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (kept, other) = try await (register("Barsch", reception), register("Karpfen", reception))
                let login = #"{"email":"xenia@spree.example","password":"\#(DemoLogin.password)"}"#
                #expect(try await reception.post("patients/\(kept)/account", login).status == 201)
                let patient = try await practice.signIn("xenia")
                let time = try await reception.freeTime(forAll: [kept, other])
                let visit = try await reception.post("appointments", time.booking(for: other)).text("id")
                let merged = try await reception.post(
                    "patients/\(kept)/merge", #"{"patient_id":"\#(other)","reason":"Registered twice"}"#)
                #expect(merged.status == 200)
                let device = try await patient.newDevice()
                let before = try await patient.get("notifications/unread").integer("count")
                #expect(try await reception.post("appointments/\(visit)/cancel", #"{"reason":"Ill"}"#).status == 200)
                let newest = try #require(try await patient.get("notifications").items.first)
                #expect(newest["subject_id"]?.string == visit)
                #expect(try await patient.get("notifications/unread").integer("count") == before + 1)
                let id = try #require(UUIDBytes(newest.text("id")))
                let rows = try await TestDatabase.current.withConnection { connection in
                    try await connection.perform(
                        """
                        SELECT person_id::text, device_id::text FROM notification_outbox
                        WHERE notification_id = \(id) AND channel = 'push' AND device_id::text = \(device)
                        """)
                }
                #expect(try rows.map { try [$0.text(0), $0.text(1)] } == [[kept, device]])
                #expect(try await patient.post("notifications/\(newest.text("id"))/read").status == 204)
                #expect(try await patient.get("notifications/unread").integer("count") == before)
            }
        }
    }
}
