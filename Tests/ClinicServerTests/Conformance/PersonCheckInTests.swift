import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import JSON
import Testing

extension Conformance {
    /// Tests check-ins of persons without a clinic over HTTP.
    @Suite struct PersonCheckIns {
        @Test func `O26 O27 O28 a person without a clinic chooses check-ins, checks in, and changes the intervals`()
            async throws
        {
            try await Practice.open { practice in
                let person = try await practice.makePerson()
                let plan = try await person.put("check-ins/plan", "{}")
                #expect(plan.status == 200 && plan["status"]?.string == "active")
                #expect(plan["check_in_interval"]?.integer == 86_400 && plan["reminder_interval"]?.integer == 7_200)
                try await practice.settleCheckIns(after: 25)
                #expect(try await person.get("check-ins/plan")["status"]?.string == "missed")
                let made = try await person.post("check-ins", #"{"source":"watch"}"#, key: newKey())
                #expect(made.status == 201 && made["source"]?.string == "watch")
                #expect(made["userID"]?.string == person.subject && made["user_id"]?.string == person.subject)
                let set = try await person.put(
                    "check-ins/intervals", #"{"check_in_interval":43200.25,"reminder_interval":3600.5}"#)
                #expect(set["status"]?.string == "active")
                #expect(try await person.get("check-ins/plan")["check_in_interval"]?.double == 43_200.25)
                _ = try await person.post("check-ins", "{}", key: newKey())
                let listed = try await person.get("check-ins?limit=1")
                #expect(listed.items.count == 1 && listed["has_more"]?.bool == true)
                #expect(try await person.post("check-ins/plan/end")["status"]?.string == "ended")
                #expect(try await person.post("check-ins", "{}", key: newKey()).status == 201)
                #expect(try await Installation.demo().verify().differences.isEmpty)
            }
        }

        @Test
        func `O28 a person without a clinic saves both intervals of check-ins one after the other, in either order`()
            async throws
        {
            try await Practice.open { practice in
                let person = try await practice.makePerson()
                #expect(try await person.put("check-ins/plan", "{}").status == 200)
                for (change, hasReminder) in [
                    (#"{"reminder_interval":129600}"#, false), (#"{"check_in_interval":172800}"#, true),
                    (#"{"check_in_interval":86400}"#, false), (#"{"reminder_interval":7200}"#, true),
                ] {
                    let set = try await person.put("check-ins/intervals", change)
                    #expect(set.status == 200)
                    #expect((set["reminder_at"]?.string != nil) == hasReminder)
                }
                let plan = try await person.get("check-ins/plan")
                #expect(plan["check_in_interval"]?.integer == 86_400 && plan["reminder_interval"]?.integer == 7_200)
            }
        }

        @Test func `O29 a person who chose no check-ins gets 404, and one who sends invalid data gets 400`()
            async throws
        {
            try await Practice.open { practice in
                let person = try await practice.makePerson()
                #expect(try await person.get("check-ins/plan").status == 404)
                #expect(try await person.get("check-ins").items.isEmpty)
                #expect(try await person.post("check-ins/plan/end").status == 404)
                #expect(try await person.put("check-ins/intervals", #"{"reminder_interval":60}"#).status == 200)
                #expect(try await person.put("check-ins/plan", #"{"check_in_interval":60}"#).status == 400)
                #expect(try await person.get("check-ins/missed").status == 403)
            }
        }

        @Test func `a repeated request of a person without a clinic has one effect and the same answer`() async throws {
            try await Practice.open { practice in
                let (person, key) = (try await practice.makePerson(), newKey())
                #expect(try await person.put("check-ins/plan", "{}").status == 200)
                let first = try await person.post("check-ins", "{}", key: key)
                let second = try await person.post("check-ins", "{}", key: key)
                #expect(first.status == 201 && first.body == second.body)
                #expect(try await person.get("check-ins").items.count == 1)
            }
        }

        @Test
        func `O29 a person without a clinic cannot see or change the check-ins of another person or of a patient`()
            async throws
        {
            try await Practice.open { practice in
                let (one, other) = try await (practice.makePerson("one"), practice.makePerson("other"))
                let patient = try await practice.signIn("patient1")
                for app in [one, patient] {
                    #expect(try await app.put("check-ins/plan", "{}").status == 200)
                    #expect(try await app.post("check-ins", "{}", key: newKey()).status == 201)
                }
                for seen in [one, patient] {
                    #expect(try await other.get("check-ins?patient_id=\(seen.subject)").items.isEmpty)
                    #expect(try await other.get("check-ins/plan?patient_id=\(seen.subject)").status == 404)
                }
                #expect(try await patient.get("check-ins?patient_id=\(one.subject)").items.isEmpty)
                #expect(try await patient.get("check-ins/plan?patient_id=\(one.subject)").status == 404)
                #expect(try await other.delete("check-ins").status == 204)
                #expect(try await one.get("check-ins").items.count == 1)
            }
        }

        @Test
        func `O30 in a simulated year, a person's missed check-ins are each recorded once, at intervals of 24 hours`()
            async throws
        {
            try await Practice.open { practice in
                let person = try await practice.makePerson()
                let ends = try await practice.now().adding(days: 365).rfc3339
                #expect(try await person.put("check-ins/plan", #"{"ends_at":"\#(ends)"}"#).status == 200)
                // Each day two searches for due timed steps find the same missed check-in.
                let days = (1...366 as ClosedRange<Int64>).flatMap { [$0 * 24 + 1, $0 * 24 + 1] }
                try await practice.settleCheckIns(after: days)
                let plan = try await person.get("check-ins/plan")
                #expect(plan["status"]?.string == "ended")
                let export = try await person.get("check-ins/export")
                let missed = try #require(export["missed_check_ins"]?.elements)
                let due = missed.compactMap { $0["due_at"]?.string.flatMap { Instant(rfc3339: $0) } }
                #expect(due.count == 364 || due.count == 365)
                #expect(zip(due, due.dropFirst()).allSatisfy { $1.seconds(since: $0) == 86_400 })
                #expect(try await Installation.demo().verify().differences.isEmpty)
                // A rebuild may change documents of asynchronous projections, which may not have caught up.
                _ = try await Installation.demo().rebuild()
                #expect(try await Installation.demo().verify().differences.isEmpty)
            }
        }

        @Test func `a person exports their check-ins, erases them, and cannot choose new check-ins afterwards`()
            async throws
        {
            try await Practice.open { practice in
                let person = try await practice.makePerson()
                let contact = #"{"contact":{"name":"Aunt Mia","phone":"+49 30 5550123"}}"#
                #expect(try await person.put("check-ins/plan", contact).status == 200)
                #expect(try await person.post("check-ins", "{}", key: newKey()).status == 201)
                let export = try await person.get("check-ins/export")
                #expect(export["check_in_plan"]?["contact"]?["name"]?.string == "Aunt Mia")
                #expect(export["check_ins"]?.elements?.count == 1)
                #expect(export["history"]?.elements?.count == 2)
                for _ in 0..<2 { #expect(try await person.delete("check-ins").status == 204) }
                let after = try await person.get("check-ins/export")
                #expect(after["check_in_plan"] == nil)
                #expect(!String(decoding: after.body, as: UTF8.self).contains("Aunt Mia"))
                #expect(try await person.get("check-ins/plan").status == 404)
                #expect(try await person.put("check-ins/plan", "{}").problem == "check-ins-erased")
                #expect(try await Installation.demo().verify().differences.isEmpty)
            }
        }
    }
}
