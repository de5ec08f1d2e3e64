import ClinicTestSupport
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

        @Test func `O26 a check-in answers with its time, and makes the status active`() async throws {
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
                // Check-ins of the same second have no order among themselves.
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
        func `O28 intervals in fractions of a second are kept when the patient is active and after a missed check-in`()
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

        @Test func `O29 without a session, without a plan and with invalid data, check-ins are refused differently`()
            async throws
        {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient3")
                #expect(try await practice.nobody.post("check-ins", "{}").status == 401)
                #expect(try await patient.post("check-ins", "{}", key: newKey()).status == 404)
                #expect(try await patient.get("check-ins/plan").status == 404)
                #expect(try await patient.put("check-ins/intervals", #"{"reminder_interval":60}"#).status == 404)
                #expect(try await patient.put("check-ins/plan", #"{"check_in_interval":60}"#).status == 400)
                #expect(
                    try await patient.put(
                        "check-ins/plan", #"{"check_in_interval":3600,"reminder_interval":3601}"#
                    ).status == 400)
                #expect(try await patient.put("check-ins/plan", #"{"ends_at":"2020-01-01T00:00:00Z"}"#).status == 400)
                #expect(try await patient.put("check-ins/plan", "{}").status == 200)
                #expect(try await patient.post("check-ins", #"{"source":"telepathy"}"#, key: newKey()).status == 400)
            }
        }

        @Test func `O30 a missed check-in is on the doctors' list until it is seen, and is listed once`() async throws {
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
