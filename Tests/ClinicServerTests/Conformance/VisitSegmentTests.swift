import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct VisitSegments {
        /// Adds a service, a check-up of an hour, to the demo clinic: a new hygienist treats for 40 minutes, then a
        /// doctor.
        private func addCheckUp(_ admin: App) async throws -> (service: String, doctor: String, hygienist: String) {
            let doctor = try #require(try await admin.get("doctors").items.first).text("id")
            let hygienist = try await admin.post("staff", #"{"name":"Hanna Reuter","roles":["doctor"]}"#).text("id")
            func details(_ last: Int) -> String {
                """
                {"code":"CHK60","name":"Check-up","duration_minutes":60,"price":{"amount":14000,"currency":"EUR"},\
                "doctors":["\(doctor)"],"hygienists":["\(hygienist)"],\
                "segments":[{"provider":"hygienist","minutes":40},{"provider":"doctor","minutes":\(last)}]}
                """
            }
            let short = try await admin.post("services", details(15))
            #expect(short.status == 400)
            let added = try await admin.post("services", details(20))
            #expect(added["segments"]?.elements?.count == 2)
            return (try added.text("id"), doctor, hygienist)
        }

        @Test func `a visit with segments is in the schedules of its doctor and of its hygienist`() async throws {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let checkUp = try await addCheckUp(admin)
                let (first, last) = try await (practice.day(3), practice.day(9))
                let patients = try await reception.get("patients?limit=2").items.map { try $0.text("id") }
                let search = "slots?service_id=\(checkUp.service)&from=\(first)&to=\(last)"
                let slot = try #require(
                    try await reception.get("\(search)&hygienist_id=\(checkUp.hygienist)&patient_id=\(patients[0])")
                        .items
                        .first)
                let start = try slot.text("start")
                let time = FreeTime(service: checkUp.service, doctor: checkUp.doctor, start: start)
                let booked = try await reception.post("appointments", time.booking(for: patients[0]), key: newKey())
                #expect(booked.status == 201)
                #expect(booked["hygienist_id"]?.string == checkUp.hygienist)
                #expect(booked["hygienist_name"]?.string == "Hanna Reuter")
                #expect(booked["segments"]?[0]?["provider"]?.string == "hygienist")
                let (id, day) = (try booked.text("id"), try booked.text("date"))
                let doctor = try await practice.signIn("doctor1")
                for member in [checkUp.doctor, checkUp.hygienist] {
                    let list = try await doctor.get("doctor/schedule?date=\(day)&doctor_id=\(member)").items
                    #expect(list.contains { $0["appointment"]?["id"]?.string == id })
                }
                let refused = try await reception.post("appointments", time.booking(for: patients[1]), key: newKey())
                #expect(refused.problem == "slot-taken")
                let other = try await reception.get("\(search)&hygienist_id=\(checkUp.doctor)")
                #expect(other.problem == "hygienist-not-available")
            }
        }

        @Test
        func `the answer to a hygienist's new time off names the visits in which the hygienist treats in that time`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let checkUp = try await addCheckUp(admin)
                let (first, last) = try await (practice.day(3), practice.day(9))
                let patient = try #require(try await reception.get("patients?limit=1").items.first).text("id")
                let slot = try #require(
                    try await reception.get(
                        "slots?service_id=\(checkUp.service)&from=\(first)&to=\(last)&patient_id=\(patient)"
                    ).items.first)
                let time = FreeTime(
                    service: checkUp.service, doctor: checkUp.doctor, start: try slot.text("start"))
                let booked = try await reception.post("appointments", time.booking(for: patient), key: newKey())
                let (id, day) = (try booked.text("id"), try booked.text("date"))
                let away = try await admin.post(
                    "staff/\(checkUp.hygienist)/time-off", #"{"start":"\#(day)","end":"\#(day)"}"#)
                #expect(
                    away["affected_appointments"]?["appointment_ids"]?.elements?.contains { $0.string == id } == true)
                let listed = try await reception.get("affected-appointments?from=\(day)&to=\(day)&limit=100").items
                let affected = listed.first { $0["appointment"]?["id"]?.string == id }
                #expect(affected?["cause"]?.string == "hygienist_away")
            }
        }
    }
}
