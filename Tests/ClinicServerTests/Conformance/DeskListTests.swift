import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct DeskLists {
        @Test
        func
            `O9 the answer why a time is not free tells staff of a doctor's absence, and does not tell patients of it`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1")
                let time = try await reception.freeTime(forAll: [patient.subject])
                let why = "slots/why?service_id=\(time.service)&doctor_id=\(time.doctor)&start=\(time.start)"
                let free = try await patient.get(why)
                #expect(free.status == 200)
                #expect(free["available"]?.bool == true)
                #expect(free["doctors"]?[0]?["reason"] == nil)
                let day = time.start.prefix(10)
                let away = try await admin.post(
                    "staff/\(time.doctor)/time-off", #"{"start":"\#(day)","end":"\#(day)"}"#)
                #expect(away.status == 201)
                #expect(try await reception.get(why)["doctors"]?[0]?["reason"]?.string == "doctor_away")
                #expect(try await patient.get(why)["doctors"]?[0]?["reason"]?.string == "outside_hours")
                let refused = try await reception.post("appointments", time.booking(for: patient.subject))
                #expect(refused["reason"]?.string == "doctor_away")
                #expect(try await patient.get(why.replacing(time.service, with: time.doctor)).status == 404)
            }
        }

        @Test
        func `O21 the answer to a doctor's time off names the affected appointments, which are listed until moved`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1")
                let visit = try await reception.book(patient.subject)
                let (id, day) = try (visit.text("id"), visit.text("date"))
                let doctor = try visit.text("doctor_id")
                func listed() async throws -> JSONValue? {
                    try await reception.get("affected-appointments?from=\(day)&to=\(day)&limit=100").items.first {
                        $0["appointment"]?["id"]?.string == id
                    }
                }
                #expect(try await listed() == nil)
                let away = try await admin.post("staff/\(doctor)/time-off", #"{"start":"\#(day)","end":"\#(day)"}"#)
                #expect(away.status == 201)
                let affected = away["affected_appointments"]
                #expect(affected?["count"]?.integer ?? 0 >= 1)
                #expect(affected?["appointment_ids"]?.elements?.contains { $0.string == id } == true)
                #expect(try await listed()?["cause"]?.string == "doctor_away")
                #expect(try await listed()?["patient"]?["id"]?.string == patient.subject)
                let closed = try await admin.post(
                    "clinic/closures", #"{"first_day":"\#(day)","last_day":"\#(day)","reason":"Burst pipe"}"#)
                #expect(closed["affected_appointments"]?["count"]?.integer ?? 0 >= 1)
                #expect(try await listed()?["cause"]?.string == "closed")
                let other = try #require(
                    try await reception.freeTimes(for: patient.subject).first { !$0.start.hasPrefix(day) })
                let moved = try await reception.post(
                    "appointments/\(id)/reschedule", #"{"start":"\#(other.start)","doctor_id":"\#(other.doctor)"}"#)
                #expect(moved.status == 200)
                #expect(try await listed() == nil)
            }
        }

        @Test
        func
            `visits in a retired chair, in a chair without needed equipment, or in blocked time are listed as affected`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1")
                let visit = try await reception.book(patient.subject)
                let (id, day) = try (visit.text("id"), visit.text("date"))
                let (doctor, chair) = try (visit.text("doctor_id"), visit.text("chair_id"))
                func cause() async throws -> String? {
                    try await reception.get("affected-appointments?from=\(day)&to=\(day)&limit=100").items.first {
                        $0["appointment"]?["id"]?.string == id
                    }?["cause"]?.string
                }
                #expect(try await cause() == nil)
                for (member, other) in [("doctor_ids", doctor), ("chair_ids", chair)] {
                    let block = try await reception.post(
                        "blocks",
                        #"{"kind":"other","start":"\#(day)","end":"\#(day)","\#(member)":["\#(other)"],"#
                            + #""over_appointments":true}"#)
                    #expect(block.status == 201)
                    #expect(try await cause() == "blocked")
                    let removed = try await reception.delete("blocks/\(block.text("id"))")
                    #expect((200...204).contains(removed.status))
                    #expect(try await cause() == nil)
                }
                let service = try visit.text("service_id")
                let needs =
                    #"{"code":"LASER","name":"Laser","duration_minutes":30,"needs":["laser"],"#
                    + #""price":{"amount":5000,"currency":"EUR"}}"#
                #expect(try await admin.put("services/\(service)", needs).status == 200)
                #expect(try await cause() == "equipment_missing")
                #expect(try await admin.put("chairs/\(chair)/equipment", #"{"equipment":["laser"]}"#).status == 200)
                #expect(try await cause() == nil)
                #expect(try await admin.post("chairs/\(chair)/retire").status == 200)
                #expect(try await cause() == "chair_retired")
            }
        }

        @Test
        func `O22 call lists have patients with an unconfirmed appointment, or whose only appointment was cancelled`()
            async throws
        {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Ina","family_name":"Voss","birth_date":"1988-05-01"}"#
                ).text("id")
                let visit = try await reception.book(patient)
                let (id, day) = try (visit.text("id"), visit.text("date"))
                func unconfirmed() async throws -> Bool {
                    try await reception.get("call-lists/unconfirmed?date=\(day)").items.contains {
                        $0["appointment"]?["id"]?.string == id
                    }
                }
                func unbooked() async throws -> [String] {
                    let list = try await reception.get("call-lists/unbooked?limit=100")
                    #expect(list.status == 200)
                    let statuses = list.items.compactMap { $0["appointment"]?["status"]?.string }
                    #expect(statuses.allSatisfy { ["cancelled", "no_show"].contains($0) })
                    let patients = list.items.compactMap { $0["appointment"]?["patient_id"]?.string }
                    #expect(Set(patients).count == patients.count)
                    return patients
                }
                #expect(try await unconfirmed())
                #expect(try await reception.post("appointments/\(id)/confirm").status == 200)
                #expect(try await !unconfirmed())
                #expect(try await !unbooked().contains(patient))
                #expect(try await reception.post("appointments/\(id)/cancel", #"{"reason":"Ill"}"#).status == 200)
                #expect(try await unbooked().contains(patient))
                _ = try await reception.book(patient)
                #expect(try await !unbooked().contains(patient))
                #expect(try await practice.signIn("doctor1").get("call-lists/unbooked").status == 403)
            }
        }
    }
}
