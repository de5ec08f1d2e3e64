import ClinicTestSupport
import JSON
import TestSupport
import Testing

extension Conformance {
    @Suite struct RestrictedRecords {
        private static let emergency = #"{"reason":"Unconscious in the waiting room"}"#

        /// Registers a patient with a telephone number and a note. No doctor treats this patient.
        private func takeOn(_ reception: App) async throws -> String {
            try await reception.post(
                "patients",
                """
                {"given_name":"Zora","family_name":"Quellwasser","birth_date":"1979-05-06","phone":"+49 30 7654321",\
                "note":"Hides from somebody"}
                """
            ).text("id")
        }

        private func restrict(_ patient: String, _ admin: App, _ restricted: Bool = true) async throws -> HTTPAnswer {
            try await admin.put("patients/\(patient)/restriction", #"{"restricted":\#(restricted)}"#)
        }

        private func expectRefused(_ answer: HTTPAnswer) {
            #expect(answer.status == 403)
            #expect(answer.problem == "restricted-record")
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(!text.contains("Zora") && !text.contains("7654321"))
        }

        @Test func `among the staff, only the doctor who treats the patient can open a restricted record`() async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let (doctor, other) = try await (practice.signIn("doctor1"), practice.signIn("doctor2"))
                let id = try await takeOn(reception)
                for app in [reception, admin, doctor, other] {
                    #expect(try await app.get("patients/\(id)")["phone"]?.string == "+49 30 7654321")
                }
                #expect(try await restrict(id, reception).status == 403)
                let answer = try await restrict(id, admin)
                #expect(answer.status == 200 && answer["restricted"]?.bool == true && answer["phone"] == nil)
                for app in [reception, admin, doctor, other] { expectRefused(try await app.get("patients/\(id)")) }
                for part in ["export", "export.html", "history"] {
                    expectRefused(try await admin.get("patients/\(id)/\(part)"))
                }
                expectRefused(try await reception.get("patients/\(id)/balance"))
                let change = #"{"given_name":"Zora","family_name":"Quellwasser","birth_date":"1979-05-06"}"#
                for app in [reception, doctor] { expectRefused(try await app.put("patients/\(id)", change)) }
                // Try to name a guardian and to create an account. Both would let the caller give another person access
                // to the restricted record.
                let stranger = try await practice.signIn("patient3").subject
                expectRefused(try await reception.put("patients/\(id)/guardians/\(stranger)", ""))
                expectRefused(
                    try await reception.post(
                        "patients/\(id)/account", #"{"email":"zora@spree.example","password":"correct horse battery"}"#
                    ))

                let booked = try await reception.book(id, with: doctor.subject)
                #expect(booked.status == 201)
                expectRefused(try await doctor.get("patients/\(id)"))
                let visit = try booked.text("id")
                let start = #"{"early":true,"allow_second_visit":true}"#
                // The visit is on a later day, and nobody but the doctor says that the patient is here.
                expectRefused(try await doctor.post("appointments/\(visit)/start", start))
                #expect(try await reception.post("appointments/\(visit)/check-in", #"{"early":true}"#).status == 200)
                #expect(try await doctor.post("appointments/\(visit)/start", start).status == 200)
                #expect(try await doctor.get("patients/\(id)")["note"]?.string == "Hides from somebody")
                expectRefused(try await other.get("patients/\(id)"))
                let day = try booked.text("date")
                for path in [
                    "reception/queue?date=\(day)", "appointments?patient_id=\(id)&from=\(day)&to=\(day)",
                    "doctor/schedule?date=\(day)&doctor_id=\(doctor.subject)",
                ] {
                    let lines = try await (path.hasPrefix("doctor") ? admin : reception).get(path).items
                    let line = lines.first { $0["patient"]?["id"]?.string == id }
                    #expect(line?["patient"]?["name"] != nil && line?["patient"]?["phone"] == nil, "\(path)")
                }
                let error = try await admin.post("appointments/\(visit)/enter-in-error", #"{"reason":"Not she"}"#)
                #expect(error.status == 200)
                expectRefused(try await doctor.get("patients/\(id)"))

                #expect(try await restrict(id, admin, false)["phone"]?.string == "+49 30 7654321")
                #expect(try await reception.get("patients/\(id)")["restricted"] == nil)
                #expect(try await reception.get("patients/\(id)/balance").status == 200)
            }
        }

        @Test func `a doctor cannot open a restricted record by booking an appointment with themselves`() async throws {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let doctor = try await practice.signIn("doctor1")
                let id = try await takeOn(reception)
                #expect(try await restrict(id, admin).status == 200)
                let own = try await doctor.book(id, with: doctor.subject)
                #expect(own.status == 201)
                expectRefused(try await doctor.get("patients/\(id)"))
                let visit = try own.text("id")
                #expect(try await reception.post("appointments/\(visit)/check-in", #"{"early":true}"#).status == 200)
                #expect(
                    try await doctor.post("appointments/\(visit)/start", #"{"early":true,"allow_second_visit":true}"#)
                        .status == 200)
                expectRefused(try await doctor.get("patients/\(id)"))
            }
        }

        @Test func `the reception can create a login for a restricted patient's guardian only after emergency access`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let child = try await takeOn(reception)
                let parent = try await reception.post(
                    "patients", #"{"given_name":"Paul","family_name":"Quellwasser","birth_date":"1950-05-06"}"#
                ).text("id")
                #expect(try await reception.put("patients/\(child)/guardians/\(parent)", "").status == 200)
                #expect(try await restrict(child, admin).status == 200)
                let login = #"{"email":"paul@spree.example","password":"correct horse battery"}"#
                expectRefused(try await reception.post("patients/\(parent)/account", login))
                #expect(try await reception.post("patients/\(child)/emergency-access", Self.emergency).status == 201)
                #expect(try await reception.post("patients/\(parent)/account", login).status == 201)
            }
        }

        @Test func `a patient search finds a restricted patient by name, but shows no contact details`() async throws {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let id = try await takeOn(reception)
                func found(_ question: String) async throws -> [JSONValue] {
                    try await reception.get("patients?q=\(question)").items.filter { $0["id"]?.string == id }
                }
                #expect(try await found("7654321").count == 1)
                #expect(try await restrict(id, admin).status == 200)
                let shown = try #require(try await found("quellwasser").first?.members)
                #expect(
                    shown.map(\.name) == [
                        "id", "version", "given_name", "family_name", "birth_date", "registered_at", "restricted",
                    ])
                #expect(try await found("7654321").isEmpty)
            }
        }

        @Test func `emergency access opens a restricted record, and an admin sees its user and reason`() async throws {
            let log = KeptLog()
            try await Practice.open(logger: log.logger) { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let doctor = try await practice.signIn("doctor1")
                let id = try await takeOn(reception)
                let glass = "patients/\(id)/emergency-access"
                #expect(try await reception.post(glass, Self.emergency).problem == "record-not-restricted")
                #expect(try await restrict(id, admin).status == 200)
                #expect(try await reception.post(glass, #"{"reason":"urgent"}"#).status == 400)
                #expect(try await reception.post("patients/\(newKey())/emergency-access", Self.emergency).status == 404)
                expectRefused(try await reception.get("patients/\(id)"))

                let key = newKey()
                let opened = try await reception.post(glass, Self.emergency, key: key)
                #expect(opened.status == 201)
                #expect(try await reception.post(glass, Self.emergency, key: key).body == opened.body)
                #expect(try await reception.post(glass, Self.emergency).problem == "record-open-already")
                #expect(try await reception.get("patients/\(id)")["note"]?.string == "Hides from somebody")
                #expect(try await reception.get("patients/\(id)/balance").status == 200)
                for app in [admin, doctor] { expectRefused(try await app.get("patients/\(id)")) }
                #expect(try await doctor.post(glass, Self.emergency).status == 201)

                let listed = try await admin.get("emergency-accesses?patient_id=\(id)").items
                #expect(listed.compactMap { $0["role"]?.string }.sorted() == ["doctor", "receptionist"])
                #expect(listed.allSatisfy { $0["reason"]?.string == "Unconscious in the waiting room" })
                #expect(listed.contains { $0["staff_id"]?.string == reception.subject })
                #expect(try await admin.get("emergency-accesses?patient_id=\(newKey())").items.isEmpty)
                let first = try await admin.get("emergency-accesses?limit=1")
                let second = try await admin.get("emergency-accesses?limit=1&cursor=\(try first.text("next_cursor"))")
                #expect(try second.items[0].text("id") < first.items[0].text("id"))
                #expect(try await reception.get("emergency-accesses").status == 403)
            }
            let told = log.lines.filter { $0.contains("a restricted record was opened in an emergency") }
            #expect(told.count == 2)
            for line in log.lines { #expect(!line.contains("Unconscious") && !line.contains("Zora")) }
        }

        @Test func `a patient sees the same data after the patient's record was restricted as before`() async throws {
            try await Practice.open { practice in
                let (patient, admin) = try await (practice.signIn("patient1"), practice.signIn("admin"))
                let paths = ["patient/profile", "patient/home", "patient/appointments", "patient/balance", "me"]
                func seen() async throws -> [String] {
                    var texts: [String] = []
                    for path in paths {
                        let answer = try await patient.get(path)
                        #expect(answer.status == 200, "\(path)")
                        // Changes of the patient that the patient does not see, such as a restriction, may increase the
                        // version, so the version is not compared.
                        texts.append(
                            String(decoding: answer.body, as: UTF8.self).replacing(/"version":\d+/, with: "version"))
                    }
                    return texts
                }
                let before = try await seen()
                #expect(try await restrict(patient.subject, admin).status == 200)
                #expect(try await seen() == before)
                let contact = try await patient.put("patient/profile", #"{"phone":"+49 30 1234567"}"#)
                #expect(contact.status == 200 && contact["restricted"] == nil)
            }
        }
    }
}
