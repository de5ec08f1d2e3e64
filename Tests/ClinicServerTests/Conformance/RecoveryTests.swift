import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import JSON
import Testing

extension Conformance {
    /// Tests recovery check-ins over HTTP.
    @Suite struct Recovery {
        private func prescribe(_ practice: Practice, _ terms: String = "{}") async throws -> (patient: App, doctor: App)
        {
            let (patient, doctor) = try await (practice.signIn("patient1"), practice.signIn("doctor1"))
            let plan = try await doctor.put("check-ins/patients/\(patient.subject)/plan", terms)
            #expect(plan.status == 200 && plan["status"]?.string == "active")
            return (patient, doctor)
        }

        @Test
        func `O26 the answer to a check-in has the check-in's time, and the patient's status is active afterwards`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, _) = try await prescribe(practice)
                try await practice.settleCheckIns(after: 25)
                #expect(try await patient.get("check-ins/plan")["status"]?.string == "missed")
                let made = try await patient.post("check-ins", "{}", key: newKey())
                #expect(made.status == 201 && made["source"]?.string == "manual")
                #expect(made["userID"]?.string == patient.subject && made["user_id"]?.string == patient.subject)
                let plan = try await patient.get("check-ins/plan")
                #expect(plan["status"]?.string == "active")
                #expect(plan["last_check_in_at"]?.string == made["timestamp"]?.string)
                let other = try await patient.post("check-ins", #"{"source":"widget"}"#, key: newKey())
                #expect(other["source"]?.string == "widget")
            }
        }

        @Test func `O27 a patient's check-ins are listed, the latest first, up to a limit`() async throws {
            try await Practice.open { practice in
                let (patient, doctor) = try await prescribe(practice)
                var ids: [String] = []
                for _ in 0..<3 { ids.append(try await patient.post("check-ins", "{}", key: newKey()).text("id")) }
                // The test compares the ids without the order. `LatestFirst` tests the order of entries of one second.
                let listed = try await patient.get("check-ins").items
                #expect(try Set(listed.prefix(3).map { try $0.text("id") }) == Set(ids))
                let times = try listed.map { try $0.text("timestamp") }
                #expect(times == times.sorted().reversed())
                let page = try await patient.get("check-ins?limit=1")
                #expect(page.items.count == 1 && page["has_more"]?.bool == true)
                let next = try await patient.get("check-ins?limit=1&cursor=\(page.text("next_cursor"))")
                #expect(try next.items[0].text("id") == listed[1].text("id"))
                let theirs = try await doctor.get("check-ins/patients/\(patient.subject)?limit=1").items
                #expect(try theirs[0].text("id") == listed[0].text("id"))
                let stranger = try await practice.signIn("patient2")
                #expect(try await stranger.get("check-ins?patient_id=\(patient.subject)").items.isEmpty)
                #expect(try await stranger.get("check-ins/plan?patient_id=\(patient.subject)").status == 404)
            }
        }

        @Test
        func `O28 a patient can set intervals of check-ins with fractions of a second, also after a missed check-in`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient2")
                let chosen = try await patient.put("check-ins/plan", "{}")
                #expect(chosen["check_in_interval"]?.integer == 86_400 && chosen["reminder_interval"]?.integer == 7_200)
                for (state, interval) in [("active", "43200.25"), ("missed", "90000.5")] {
                    let set = try await patient.put(
                        "check-ins/intervals", #"{"check_in_interval":\#(interval),"reminder_interval":3600.5}"#)
                    #expect(set["status"]?.string == state)
                    let kept = try await patient.get("check-ins/plan")
                    #expect(kept["check_in_interval"]?.double == Double(interval))
                    #expect(kept["reminder_interval"]?.double == 3600.5)
                    if state == "active" { try await practice.settleCheckIns(after: 13) }
                }
                #expect(try await patient.post("check-ins/plan/end")["status"]?.string == "ended")
            }
        }

        @Test func `O28 check-ins whose reminder interval is not shorter than the check-in interval have no reminder`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient2")
                // The standard reminder interval is two hours.
                for more in ["", #","reminder_interval":3600"#, #","reminder_interval":90000.5"#] {
                    let terms = #"{"check_in_interval":3600\#(more)}"#
                    #expect(try await patient.put("check-ins/plan", terms).status == 200)
                    let plan = try await patient.get("check-ins/plan")
                    #expect(plan["due_at"]?.string != nil && plan["reminder_at"] == nil)
                    let due = try #require(Instant(rfc3339: plan.text("due_at")))
                    try await Installation.demo().withServices { services, _ in
                        try await TimedSteps(services).step(.dueCheckInReminders, at: due.adding(minutes: -1))
                    }
                    #expect(try await patient.get("check-ins/plan")["reminded"]?.bool == false)
                }
                let set = try await patient.put("check-ins/intervals", #"{"reminder_interval":600}"#)
                #expect(set.status == 200 && set["reminder_at"]?.string != nil)
                #expect(try await Installation.demo().verify().differences.isEmpty)
            }
        }

        @Test
        func `O29 a check-in without a session gets 401, a check-in without a plan 404, and one with invalid data 400`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient3")
                #expect(try await practice.nobody.post("check-ins", "{}").status == 401)
                #expect(try await patient.get("check-ins/plan").status == 404)
                #expect(try await patient.put("check-ins/intervals", #"{"reminder_interval":60}"#).status == 200)
                #expect(try await patient.put("check-ins/plan", #"{"check_in_interval":60}"#).status == 400)
                #expect(try await patient.put("check-ins/plan", #"{"reminder_interval":-1}"#).status == 400)
                #expect(try await patient.put("check-ins/plan", #"{"ends_at":"2020-01-01T00:00:00Z"}"#).status == 400)
                #expect(try await patient.put("check-ins/plan", "{}").status == 200)
                #expect(try await patient.post("check-ins", #"{"source":"telepathy"}"#, key: newKey()).status == 400)
            }
        }

        @Test func `O30 a missed check-in is on the doctors' list until a doctor marks it as seen, and is listed once`()
            async throws
        {
            try await Practice.open { practice in
                let contact = #"{"contact":{"name":"Aunt Mia","phone":"+49 30 5550123"}}"#
                let (patient, doctor) = try await prescribe(practice, contact)
                #expect(try await patient.put("check-ins/plan", "{}").problem == "check-ins-prescribed")
                #expect(try await patient.post("check-ins/plan/end").problem == "check-ins-prescribed")
                for _ in 0..<2 { try await practice.settleCheckIns(after: 25) }
                try await practice.settleCheckIns(after: 27)
                func listed(_ query: String) async throws -> [JSONValue] {
                    try await doctor.get("check-ins/missed?\(query)").items.filter {
                        $0["missed"]?["patient_id"]?.string == patient.subject
                    }
                }
                let missed = try #require(try await listed("seen=false").first?["missed"])
                #expect(try await listed("seen=false&doctor_id=\(doctor.subject)").count == 1)
                #expect(missed["contact_told_at"]?.string != nil)
                let path = "check-ins/missed/\(try missed.text("id"))/seen"
                for _ in 0..<2 { #expect(try await doctor.post(path)["seen_by"]?.string == doctor.subject) }
                #expect(try await listed("seen=false").isEmpty)
                #expect(try await listed("seen=true").count == 1)
                #expect(try await practice.signIn("doctor1", clinic: "harbor").post(path).status == 404)
                let ended = try await doctor.post("check-ins/patients/\(patient.subject)/plan/end")
                #expect(ended["status"]?.string == "ended" && ended["contact"] == nil)
            }
        }
    }
}
