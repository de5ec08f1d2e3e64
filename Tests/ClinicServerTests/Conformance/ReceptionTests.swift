import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct Reception {
        @Test
        func `O22 the front desk can undo its own cancellation, or check in the patient of a cancelled appointment`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.get("patients?limit=1").items[0].text("id")
                let visit = try await reception.book(patient)
                let path = "appointments/\(try visit.text("id"))"
                #expect(try await reception.post("\(path)/cancel", #"{"reason":"Wrong line"}"#).status == 200)
                let undone = try await reception.post("\(path)/undo", #"{"reason":"Wrong line"}"#)
                #expect(undone.status == 200)
                #expect(undone["status"]?.string == "booked")
                #expect(try await reception.post("\(path)/cancel", #"{"reason":"Wrong line"}"#).status == 200)
                #expect(try await reception.post("\(path)/check-in").problem == "appointment-not-today")
                let arrived = try await reception.post("\(path)/check-in", #"{"early":true}"#)
                #expect(arrived["status"]?.string == "arrived")
                let since = try arrived.text("waiting_since")
                let again = try await reception.post("\(path)/check-in", #"{"early":true}"#)
                #expect(again["waiting_since"]?.string == since)
            }
        }

        @Test func `O22 staff who may override can book a busy doctor with a reason, and the queue shows the reason`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let patients = try await reception.get("patients?limit=3").items.map { try $0.text("id") }
                let time = try await reception.freeTime(forAll: Array(patients.prefix(2)))
                let first = try await reception.post("appointments", time.booking(for: patients[0]))
                #expect(first.status == 201)
                let body = time.booking(for: patients[1])
                #expect(try await reception.post("appointments", body).problem == "slot-taken")
                let wish = body.replacing("{", with: #"{"override":{"reason":"Abscess"},"#, maxReplacements: 1)
                #expect(try await doctor.post("appointments", wish).problem == "override-not-allowed")
                let second = try await reception.post("appointments", wish)
                #expect(second.status == 201)
                #expect(second["override"]?["rules"]?[0]?.string == "doctor_busy")
                #expect(try second["override"]?["overlaps"]?[0]?.string == first.text("id"))
                let queue = try await reception.get("reception/queue?date=\(try second.text("date"))").items
                let entry = try #require(queue.first { $0["appointment"]?["id"] == second["id"] })
                #expect(entry["appointment"]?["override"]?["reason"]?.string == "Abscess")
                let third = try await reception.post(
                    "appointments", time.booking(for: patients[2]))
                #expect(third.problem == "slot-taken")
            }
        }

        @Test
        func `O19 starting a visit during another one needs a confirmation, and a visit's notes name their authors`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let patients = try await reception.get("patients?limit=2").items.map { try $0.text("id") }
                var ids: [String] = []
                for patient in patients {
                    let times = try await reception.freeTimes(for: patient).filter { $0.doctor == doctor.subject }
                    let day = try #require(times.first?.start.prefix(10))
                    let time = try #require(times.first { $0.start.hasPrefix(day) })
                    ids.append(try await reception.post("appointments", time.booking(for: patient)).text("id"))
                }
                let insisting = #"{"early":true,"allow_second_visit":true}"#
                #expect(try await doctor.post("appointments/\(ids[0])/start", insisting).status == 200)
                let refused = try await doctor.post("appointments/\(ids[1])/start", #"{"early":true}"#)
                #expect(refused.status == 409)
                #expect(refused.problem == "visit-under-way")
                #expect(try refused.text("appointment_id") != ids[1])
                let started = try await doctor.post("appointments/\(ids[1])/start", insisting)
                #expect(started["status"]?.string == "in_treatment")
                for note in ["First", "Second"] {
                    _ = try await doctor.post("appointments/\(ids[0])/note", #"{"note":"\#(note)"}"#)
                }
                let notes = try await doctor.get("appointments/\(ids[0])")["notes"]?.elements ?? []
                #expect(notes.compactMap { $0["note"]?.string } == ["First", "Second"])
                #expect(notes.allSatisfy { $0["author"]?["staff_id"]?.string == doctor.subject })
            }
        }

        @Test func `O15 a guardian books for a dependant if the clinic permits guardians to book`() async throws {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let (parent, child) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let time = try await reception.freeTime(forAll: [child.subject])
                let booking = time.booking(for: child.subject)
                #expect(try await parent.post("appointments", booking).status == 403)
                let relation = "patients/\(child.subject)/guardians/\(parent.subject)"
                #expect(try await reception.send("PUT", relation).status == 200)
                #expect(try await parent.post("appointments", booking).status == 403)
                let rules = try await admin.get("clinic/settings")["scheduling"]
                let permitting = "\(try #require(rules))".replacing(
                    #""guardians_book":false"#, with: #""guardians_book":true"#)
                #expect(try await admin.send("PUT", "clinic/scheduling", permitting).status == 200)
                let booked = try await parent.post("appointments", booking)
                #expect(booked.status == 201)
                let path = "appointments/\(try booked.text("id"))"
                let seen = try await reception.get(path)
                #expect(seen["guardian_id"]?.string == parent.subject)
                #expect(seen["patient_id"]?.string == child.subject)
                #expect(try await parent.post("\(path)/confirm").status == 200)
                #expect(try await parent.post("\(path)/confirm").status == 200)
                #expect(try await parent.post("\(path)/cancel", "{}").status == 200)
            }
        }
    }
}
