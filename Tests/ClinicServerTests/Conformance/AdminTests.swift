import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    @Suite struct Administration {
        @Test func `O23 the clinic's opening hours and closures decide which times are free`() async throws {
            try await Practice.open { practice in
                let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1"))
                #expect(try await admin.openAroundTheClock()["opening_hours"]?.elements?.count == 7)
                #expect(try await patient.get("clinic")["opening_hours"]?.elements?.count == 7)
                #expect(try await !patient.freeTimes(4...4).isEmpty)
                let (first, last) = try await (practice.day(3), practice.day(5))
                let closed = try await admin.post(
                    "clinic/closures", #"{"first_day":"\#(first)","last_day":"\#(last)","reason":"Umzug"}"#)
                #expect(closed.status == 201)
                #expect(try await patient.freeTimes(4...4).isEmpty)
                let added = closed["closures"]?.elements?.first { $0["first_day"]?.string == first }
                let closure = try #require(added).text("id")
                #expect(try await admin.delete("clinic/closures/\(closure)").status == 200)
                #expect(try await !patient.freeTimes(4...4).isEmpty)
            }
        }

        @Test func `a visit shows the buffers of its service, in which no other visit can be booked in the same chair`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                func details(after: Int) -> String {
                    """
                    {"code":"IM","name":"Implant","duration_minutes":30,"price":{"amount":90000,"currency":"EUR"},\
                    "buffers":{"minutes_before":0,"minutes_after":\(after)}}
                    """
                }
                let uneven = try await admin.post("services", details(after: 7))
                #expect(uneven.status == 400)
                let service = try await admin.post("services", details(after: 20))
                #expect(service["buffers"]?["minutes_after"]?.integer == 20)
                let id = try service.text("id")
                let patients = try await reception.get("patients?limit=2").items.map { try $0.text("id") }
                let (first, last) = try await (practice.day(3), practice.day(9))
                func free(_ patient: Int) async throws -> [JSONValue] {
                    try await reception.get(
                        "slots?service_id=\(id)&from=\(first)&to=\(last)&patient_id=\(patients[patient])"
                    ).items
                }
                // Choose a free time of the first patient at whose end the same doctor is free for the second patient.
                let following = try await free(1)
                let slot = try #require(
                    try await free(0).first { slot in
                        following.contains { $0["start"] == slot["end"] && $0["doctor_id"] == slot["doctor_id"] }
                    })
                let doctor = try slot.text("doctor_id")
                let time = FreeTime(service: id, doctor: doctor, start: try slot.text("start"))
                let booked = try await reception.post("appointments", time.booking(for: patients[0]), key: newKey())
                #expect(booked.status == 201)
                #expect(booked["buffers"]?["minutes_after"]?.integer == 20)
                let follow = """
                    {"patient_id":"\(patients[1])","service_id":"\(id)","doctor_id":"\(doctor)",\
                    "chair_id":"\(try booked.text("chair_id"))","start":"\(try booked.text("end"))"}
                    """
                let refused = try await reception.post("appointments", follow, key: newKey())
                #expect(refused.status == 409)
                #expect(refused.problem == "slot-taken")
                #expect(refused["reason"]?.string == "no_chair")
            }
        }

        @Test func `O23 a service that an admin adds and changes has free times until it is retired`() async throws {
            try await Practice.open { practice in
                let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1"))
                func details(_ minutes: Int) -> String {
                    #"{"code":"BL","name":"Bleaching","duration_minutes":\#(minutes),"price":{"amount":25000,"currency":"EUR"}}"#
                }
                let new = try await admin.post("services", details(45))
                #expect(new.status == 201)
                let id = try new.text("id")
                #expect(try await patient.service(named: "Bleaching")["duration_minutes"]?.integer == 45)
                let twin = try await admin.post("services", details(45))
                #expect(twin.status == 409)
                #expect(twin.problem == "service-code-taken")
                #expect(try await admin.put("services/\(id)", details(60))["duration_minutes"]?.integer == 60)
                let (first, last) = try await (practice.day(3), practice.day(9))
                let slots = "slots?service_id=\(id)&from=\(first)&to=\(last)"
                #expect(try await !patient.get(slots).items.isEmpty)
                #expect(try await admin.post("services/\(id)/retire")["active"]?.bool == false)
                let refused = try await patient.get(slots)
                #expect(refused.status == 409)
                #expect(refused.problem == "service-not-offered")
                let unknown = try await patient.get("slots?service_id=\(newKey())&from=\(first)&to=\(last)")
                #expect(unknown.status == 404)
                #expect(unknown.problem == "not-found")
            }
        }

        @Test func `O23 an admin adds, renames and retires treatment chairs`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let new = try await admin.post("chairs", #"{"name":"Zimmer 9"}"#)
                #expect(new.status == 201)
                let id = try new.text("id")
                #expect(try await admin.post("chairs", #"{"name":"Zimmer 9"}"#).problem == "chair-name-taken")
                let renamed = try await admin.put("chairs/\(id)", #"{"name":"Zimmer 10"}"#)
                #expect(renamed["name"]?.string == "Zimmer 10")
                #expect(try await admin.post("chairs/\(id)/retire")["active"]?.bool == false)
                let listed = try await admin.get("chairs?active=true&limit=50").items.compactMap { $0["id"]?.string }
                #expect(!listed.contains(id))
                #expect(try await admin.get("chairs/\(id)")["active"]?.bool == false)
            }
        }

        @Test func `O23 a hired doctor signs in, and has free times until the doctor takes time off or leaves`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let new = try await admin.post(
                    "staff", #"{"name":"Dr. Ida Berg","role":"doctor","email":"ida@spree.example"}"#)
                #expect(new.status == 201)
                let id = try new.text("id")
                let granted = try await admin.post(
                    "staff/\(id)/account", #"{"email":"ida@spree.example","password":"chairside-demo"}"#)
                #expect(granted.status == 201)
                let doctor = try await practice.signIn("ida")
                #expect(doctor.subject == id)
                #expect(try await doctor.get("doctor/schedule").status == 200)

                let patient = try await practice.signIn("patient1")
                #expect(try await !patient.freeTimes(with: id).isEmpty)
                let (first, last) = try await (practice.day(2), practice.day(10))
                let away = try await admin.post("staff/\(id)/time-off", #"{"start":"\#(first)","end":"\#(last)"}"#)
                #expect(away.status == 201)
                #expect(try await patient.freeTimes(with: id).isEmpty)
                let timeOff = try #require(try away["time_off"]?[0]?.text("id"))
                #expect(try await admin.delete("staff/\(id)/time-off/\(timeOff)").status == 200)
                #expect(try await !patient.freeTimes(with: id).isEmpty)

                #expect(try await admin.post("staff/\(id)/deactivate")["active"]?.bool == false)
                // The server learns only after the commit that the session has ended, so repeat the request until it is
                // refused.
                #expect(try await doctor.refusal(of: "doctor/schedule") == "session-ended")
                #expect(try await practice.login("ida", as: "doctor").problem == "no-such-membership")
                let own = try await admin.post("staff/\(admin.subject)/deactivate")
                #expect(own.status == 409)
                #expect(own.problem == "own-access")
                let doctors = try await patient.get("doctors?limit=50").items.compactMap { $0["id"]?.string }
                #expect(!doctors.isEmpty)
                #expect(!doctors.contains(id))
            }
        }

        @Test func `O2 a dentist who owns the practice can be doctor and admin with one login`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let new = try await admin.post("staff", #"{"name":"Dr. Olga Inhaber","roles":["admin","doctor"]}"#)
                #expect(new.status == 201)
                #expect(new["role"]?.string == "doctor")
                #expect(new["roles"]?.elements?.compactMap(\.string) == ["doctor", "admin"])
                let id = try new.text("id")
                let granted = try await admin.post(
                    "staff/\(id)/account", #"{"email":"olga@spree.example","password":"chairside-demo"}"#)
                #expect(granted["roles"]?.elements?.compactMap(\.string) == ["doctor", "admin"])
                let (doctor, owner) = try await (
                    practice.signIn("olga", as: "doctor"), practice.signIn("olga", as: "admin")
                )
                #expect(try await doctor.get("doctor/schedule").status == 200)
                #expect(try await owner.get("clinic/settings").status == 200)
                #expect(try await practice.login("olga", as: "receptionist").problem == "no-such-membership")
                for role in ["doctor", "admin"] {
                    let listed = try await admin.get("staff?role=\(role)&limit=50").items
                    #expect(listed.contains { $0["id"]?.string == id })
                }
                let patient = try await practice.signIn("patient1")
                #expect(try await !patient.freeTimes(with: id).isEmpty)

                let own = try await owner.put("staff/\(id)", #"{"name":"Dr. Olga Inhaber","roles":["doctor"]}"#)
                #expect(own.problem == "own-access")
                let more = #"{"name":"Dr. Olga Inhaber","roles":["doctor","admin","receptionist"]}"#
                #expect(try await owner.put("staff/\(id)", more).status == 200)
                #expect(try await practice.login("olga", as: "receptionist").status == 200)
                let less = #"{"name":"Dr. Olga Inhaber","roles":["receptionist","admin"]}"#
                #expect(try await owner.put("staff/\(id)", less).status == 200)
                #expect(try await doctor.refusal(of: "doctor/schedule") == "session-ended")
                #expect(try await owner.get("clinic/settings").status == 200)
                #expect(try await patient.freeTimes(with: id).isEmpty)
            }
        }

        @Test
        func `hiring with no, repeated or contradictory roles gets 400, and the member role can give a single role`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                for roles in [
                    #""roles":[]"#, #""roles":["doctor","doctor"]"#, #""roles":["patient"]"#, #""specialty":"none""#,
                    #""roles":["doctor"],"role":"admin""#,
                ] { #expect(try await admin.post("staff", #"{"name":"Nia",\#(roles)}"#).status == 400, "\(roles)") }
                let old = try await admin.post("staff", #"{"name":"Nia","role":"receptionist"}"#)
                #expect(old["roles"]?.elements?.compactMap(\.string) == ["receptionist"])
            }
        }

        @Test func `a password of words from the clinic's name is refused as weak in that clinic`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let id = try await admin.post("staff", #"{"name":"Nia Sommer","roles":["doctor"]}"#).text("id")
                let weak = try await admin.post(
                    "staff/\(id)/account", #"{"email":"nia@spree.example","password":"Zahnklinik Spree"}"#)
                #expect(weak.problem == "weak-password")
            }
        }

        @Test func `O23 a patient whose login the reception creates signs in and sees their home page`() async throws {
            try await Practice.open { practice in
                let reception = try await practice.signIn("reception")
                let id = try await reception.post(
                    "patients", #"{"given_name":"Nora","family_name":"Feld","birth_date":"1990-05-06"}"#
                ).text("id")
                let granted = try await reception.post(
                    "patients/\(id)/account", #"{"email":"nora@spree.example","password":"chairside-demo"}"#)
                #expect(granted.status == 201)
                let patient = try await practice.signIn("nora")
                #expect(patient.subject == id)
                let home = try await patient.get("patient/home")
                #expect(home["upcoming_count"]?.integer == 0)
                #expect(home["next_appointment"]?.isNull != false)
            }
        }
    }
}
