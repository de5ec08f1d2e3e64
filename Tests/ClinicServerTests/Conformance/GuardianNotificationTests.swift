import ClinicTestSupport
import Identifiers
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the notifications that guardians get about their dependants.
    @Suite struct GuardianNotifications {
        private func register(_ given: String, _ reception: App) async throws -> String {
            try await reception.post(
                "patients", #"{"given_name":"\#(given)","family_name":"Rochen","birth_date":"2016-04-09"}"#
            ).text("id")
        }

        /// The rows of the outbox for a notification, each as `person channel`.
        private func deliveries(of notification: JSONValue) async throws -> Set<String> {
            let id = try #require(UUIDBytes(notification.text("id")))
            let rows = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    "SELECT person_id || ' ' || channel FROM notification_outbox WHERE notification_id = \(id)")
            }
            return try Set(rows.map { try $0.text(0) })
        }

        /// The number of rows of the outbox for a person.
        private func deliveries(to person: String) async throws -> Int64 {
            let rows = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    "SELECT count(*) FROM notification_outbox WHERE person_id::text = \(person)")
            }
            return try #require(rows.first).int64(0)
        }

        @Test
        func `O14 a guardian lists, counts and is sent the notifications of a dependant until the guardianship ends`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (parent, stranger) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let child = try await register("Tilda", reception)
                let relation = "patients/\(child)/guardians/\(parent.subject)"
                #expect(try await reception.send("PUT", relation).status == 200)
                for app in [parent, stranger] { _ = try await app.newDevice() }
                let others = try await stranger.get("notifications").body
                // An inbox keeps a hundred notifications, so the number of unread ones of a full inbox does not grow.
                if let newest = try await parent.get("notifications?limit=1").items.first {
                    _ = try await parent.post("notifications/read", #"{"up_to":"\#(newest.text("id"))"}"#)
                }

                let visit = try await reception.book(child).text("id")
                #expect(try await reception.post("appointments/\(visit)/cancel", #"{"reason":"Ill"}"#).status == 200)
                let newest = try #require(try await parent.get("notifications").items.first)
                #expect(newest["subject_id"]?.string == visit && newest["dependant_id"]?.string == child)
                #expect(try await deliveries(of: newest) == ["\(parent.subject) push"])
                #expect(try await parent.get("notifications/unread").integer("count") == 2)
                #expect(try await stranger.get("notifications").body == others)

                #expect(
                    try await parent.post("notifications/read", #"{"up_to":"\#(newest.text("id"))"}"#).status == 204)
                #expect(try await parent.get("notifications/unread").integer("count") == 0)
                #expect(try await reception.delete(relation).status == 200)
                #expect(try await parent.get("notifications").items.allSatisfy { $0["dependant_id"] == nil })
                let sent = try await deliveries(to: parent.subject)
                let other = try await reception.book(child).text("id")
                #expect(try await reception.post("appointments/\(other)/cancel", #"{"reason":"Ill"}"#).status == 200)
                #expect(try await parent.get("notifications").items.allSatisfy { $0["subject_id"]?.string != other })
                #expect(try await deliveries(to: parent.subject) == sent)
            }
        }

        @Test
        func `O14 a guardian gets the notifications of a record that was merged into the dependant's record`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, parent) = try await (practice.signIn("reception"), practice.signIn("patient1"))
                let (child, twice) = try await (register("Tilda", reception), register("Mathilda", reception))
                for record in [child, twice] {
                    let relation = "patients/\(record)/guardians/\(parent.subject)"
                    #expect(try await reception.send("PUT", relation).status == 200)
                }
                let time = try await reception.freeTime(forAll: [child, twice])
                let visit = try await reception.post("appointments", time.booking(for: twice)).text("id")
                let merged = try await reception.post(
                    "patients/\(child)/merge", #"{"patient_id":"\#(twice)","reason":"Registered twice"}"#)
                #expect(merged.status == 200)
                _ = try await parent.newDevice()
                #expect(try await reception.post("appointments/\(visit)/cancel", #"{"reason":"Ill"}"#).status == 200)
                let newest = try #require(try await parent.get("notifications").items.first)
                #expect(newest["subject_id"]?.string == visit && newest["dependant_id"]?.string == child)
                #expect(try await deliveries(of: newest) == ["\(parent.subject) push"])
                let shown = try await parent.get("notifications?limit=100").items.map { $0["id"]?.string }
                #expect(Set(shown).count == shown.count)
            }
        }

        @Test
        func `a guardian gets no notification of a message to a dependant in whose thread the guardian never wrote`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let (parent, child) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let relation = "patients/\(child.subject)/guardians/\(parent.subject)"
                #expect(try await reception.send("PUT", relation).status == 200)
                let before = try await parent.get("notifications").body
                let thread = try await child.write("Pain", "It hurts")
                let answer = try await reception.post(
                    "messages/\(thread)/messages", #"{"text":"Come at nine"}"#, key: newKey())
                #expect(answer.status == 201)
                let newest = try #require(try await child.get("notifications").items.first)
                #expect(newest["type"]?.string == "message.new" && newest["dependant_id"] == nil)
                #expect(try await deliveries(of: newest).allSatisfy { $0.hasPrefix(child.subject) })
                #expect(try await parent.get("notifications").body == before)
            }
        }
    }
}
