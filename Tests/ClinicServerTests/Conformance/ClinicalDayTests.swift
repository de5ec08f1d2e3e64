import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct ClinicalDay {
        @Test func `O19 a doctor sees a day's schedule, starts and completes a visit, and adds a note`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let doctor = try await practice.signIn("doctor1")
                let patient = try await practice.signIn("patient1")
                let visit = try await reception.book(patient.subject, with: doctor.subject)
                let (id, date) = try (visit.text("id"), visit.text("date"))
                let schedule = try await doctor.get("doctor/schedule?date=\(date)")
                let entries = schedule.items.compactMap { $0["appointment"] }
                #expect(entries.contains { $0["id"]?.string == id })
                #expect(entries.allSatisfy { $0["doctor_id"]?.string == doctor.subject })
                #expect(entries.allSatisfy { $0["date"]?.string == date })
                let starts = try entries.map { try $0.text("start") }
                #expect(starts == starts.sorted())

                #expect(try await doctor.post("appointments/\(id)/complete").problem == "appointment-status")
                let arrived = try await reception.post("appointments/\(id)/check-in", #"{"early":true}"#)
                #expect(arrived["status"]?.string == "arrived")
                let started = try await doctor.post("appointments/\(id)/start", #"{"allow_second_visit":true}"#)
                #expect(started["status"]?.string == "in_treatment")
                let noted = try await doctor.post("appointments/\(id)/note", #"{"note":"Kontrolle in sechs Wochen"}"#)
                #expect(noted["note"]?.string == "Kontrolle in sechs Wochen")
                let completed = try await doctor.post("appointments/\(id)/complete")
                #expect(completed["status"]?.string == "completed")
                let seen = try await patient.get("appointments/\(id)")
                #expect(seen["status"]?.string == "completed")
                #expect(seen["note"] == nil)
            }
        }

        @Test func `O19 a doctor's schedule requested without a date is today's`() async throws {
            try await Practice.open { practice in
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                // The dashboard is read before and after the schedule, in case midnight passes in between.
                let before = try await admin.get("admin/dashboard").text("date")
                let today = try await doctor.get("doctor/schedule")
                let after = try await admin.get("admin/dashboard").text("date")
                #expect(today.status == 200)
                let first = try await doctor.get("doctor/schedule?date=\(before)")
                let second = try await doctor.get("doctor/schedule?date=\(after)")
                #expect([first.body, second.body].contains(today.body))
            }
        }

        @Test func `O22 the reception queue is sorted by time and shows arrived patients`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patients = try await reception.get("patients?limit=3").items.map { try $0.text("id") }
                let visit = try await reception.book(patients[0])
                let (id, date) = try (visit.text("id"), visit.text("date"))
                let others = try await reception.freeTimes(for: patients[1]).filter { $0.start.hasPrefix(date) }
                let last = try #require(others.last)
                #expect(try await reception.post("appointments", last.booking(for: patients[1])).status == 201)
                let before = try await reception.get("reception/queue?date=\(date)")
                let starts = try before.items.map { try $0["appointment"]?.text("start") ?? "" }
                #expect(starts.count > 1)
                #expect(starts == starts.sorted())
                #expect(before.items.allSatisfy { $0["patient"]?["name"]?.string?.isEmpty == false })

                let wrongDay = try await reception.post("appointments/\(id)/check-in")
                #expect(wrongDay.status == 409)
                #expect(wrongDay.problem == "appointment-not-today")
                let arrived = try await reception.post("appointments/\(id)/check-in", #"{"early":true}"#)
                #expect(arrived.status == 200)
                let tag = try #require(before.fields["etag"])
                let after = try await reception.get("reception/queue?date=\(date)", ["If-None-Match": tag])
                #expect(after.status == 200)
                let entry = try #require(after.items.first { $0["appointment"]?["id"]?.string == id })
                #expect(entry["appointment"]?["status"]?.string == "arrived")
                #expect(entry["appointment"]?["waiting_since"]?.string != nil)
                let unchanged = try await reception.get(
                    "reception/queue?date=\(date)", ["If-None-Match": try #require(after.fields["etag"])])
                #expect(unchanged.status == 304)
                #expect(unchanged.body.isEmpty)
            }
        }

        @Test
        func `O20 O22 a new patient is found by name, phone or birth date, and adding the same person again gets 409`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let doctor = try await practice.signIn("doctor1")
                let details = """
                    {"given_name":"Zoë","family_name":"Quändt","birth_date":"1987-03-04","phone":"+49 30 7654321"}
                    """
                let new = try await reception.post("patients", details, key: newKey())
                #expect(new.status == 201)
                let id = try new.text("id")
                for question in ["qua", "zoe%20q", "Qu%C3%A4ndt", "7654", "1987-03"] {
                    for app in [reception, doctor] {
                        let found = try await app.get("patients?q=\(question)").items.map { $0["id"]?.string }
                        #expect(found.contains(id), "\(question)")
                    }
                }
                #expect(try await reception.get("patients?q=zoe%20x").items.isEmpty)
                let twin = try await reception.post("patients", details, key: newKey())
                #expect(twin.status == 409)
                #expect(twin.problem == "possible-duplicate")
                #expect(twin["patient_ids"]?[0]?.string == id)
                #expect(try await reception.book(id).status == 201)
            }
        }
    }
}
