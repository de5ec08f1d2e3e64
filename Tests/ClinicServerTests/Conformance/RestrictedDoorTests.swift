import ClinicTestSupport
import EventSourcing
import JSON
import TestSupport
import Testing

extension Conformance {
    /// Tests the ways to the data of a restricted record besides the record itself: visits, the feed and guardians.
    @Suite struct RestrictedDoors {
        private static let details = #"{"given_name":"Zora","family_name":"Quellwasser","birth_date":"1979-05-06"}"#

        private func restrict(_ patient: String, _ admin: App) async throws {
            #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
        }

        @Test func `a doctor without access sees the visit of a restricted record without its texts, and adds none`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let (doctor, other) = try await (practice.signIn("doctor1"), practice.signIn("doctor2"))
                // No doctor has treated a new patient.
                let patient = try await admin.post("patients", Self.details).text("id")
                let time = try await reception.freeTime(forAll: [patient])
                let draft = time.booking(for: patient).dropLast() + #","reason":"Geheimnis"}"#
                let booked = try await reception.post("appointments", String(draft))
                #expect(booked.status == 201 && booked["reason"]?.string == "Geheimnis")
                let visit = "appointments/\(try booked.text("id"))"
                #expect(try await doctor.post("\(visit)/note", #"{"note":"Geheimnis"}"#).status == 200)
                try await restrict(patient, admin)
                for app in [doctor, other, reception, admin] {
                    let seen = try await app.get(visit)
                    #expect(seen.status == 200 && seen["start"] != nil && seen["service_name"] != nil)
                    #expect(seen["reason"] == nil && seen["note"] == nil && seen["notes"] == nil)
                    #expect(
                        !String(decoding: try await app.get("\(visit)/history").body, as: UTF8.self)
                            .contains("Geheimnis"))
                    let past = try await app.get("\(visit)?as_of=\(try await practice.now().rfc3339)")
                    #expect(past.problem == "restricted-record")
                }
                let note = try await doctor.post("\(visit)/note", #"{"note":"Anders"}"#)
                #expect(note.status == 403 && note.problem == "restricted-record")
                // A command that is allowed answers without the texts too.
                let confirmed = try await reception.post("\(visit)/confirm")
                #expect(confirmed.status == 200 && confirmed["reason"] == nil && confirmed["notes"] == nil)
                let emergency = #"{"reason":"Unconscious in the waiting room"}"#
                #expect(try await other.post("patients/\(patient)/emergency-access", emergency).status == 201)
                #expect(try await other.get(visit)["note"]?.string == "Geheimnis")
                #expect(try await other.get("\(visit)?as_of=\(try await practice.now().rfc3339)").status == 200)
            }
        }

        @Test func `the feed names clinical events of a restricted record only to staff with access`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let (doctor, other) = try await (practice.signIn("doctor1"), practice.signIn("doctor2"))
                // No doctor has treated a new patient.
                let patient = try await admin.post("patients", Self.details).text("id")
                let recorded = try await doctor.post("patients/\(patient)/conditions", #"{"name":"Diabetes"}"#)
                #expect(recorded.status == 201)
                let draft = #"{"title":"Anamnese","text":"Geheimnis"}"#
                let note = try await doctor.post("patients/\(patient)/notes", draft).text("id")
                #expect(try await doctor.post("notes/\(note)/sign").status == 200)
                #expect(try await doctor.put("notes/\(note)/sharing", #"{"shared_with_patient":true}"#).status == 200)
                func names(_ app: App) async throws -> Bool {
                    var after = 0
                    while true {
                        let body = String(decoding: try await app.get("feed?after=\(after)").body, as: UTF8.self)
                        let lines = body.split(separator: "\n").map(String.init)
                        let condition = lines.contains { $0.contains("condition-recorded") && $0.contains(patient) }
                        // The event that shares a note names the note alone.
                        let sharing = lines.contains { $0.contains("note-sharing-set") && $0.contains(note) }
                        #expect(condition == sharing)
                        if condition || sharing { return true }
                        guard let last = lines.last, last.contains(#""has_more":true"#),
                            let end = try JSONValue(parsing: Array(last.utf8))["after"]?.integer
                        else { return false }
                        after = Int(end)
                    }
                }
                for app in [doctor, other, admin] { #expect(try await names(app)) }
                try await restrict(patient, admin)
                for app in [doctor, other, admin] { #expect(try await names(app) == false) }
                let emergency = #"{"reason":"Unconscious in the waiting room"}"#
                #expect(try await other.post("patients/\(patient)/emergency-access", emergency).status == 201)
                #expect(try await names(other))
                #expect(try await names(doctor) == false)
            }
        }

        @Test func `patients see their guardians, also suspended ones, and end a guardianship themselves`() async throws
        {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let (child, parent) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                #expect(try await child.get("patient/guardians").items.isEmpty)
                let relation = "patients/\(child.subject)/guardians/\(parent.subject)"
                #expect(try await reception.send("PUT", relation).status == 200)
                let home = "patient/home?patient_id=\(child.subject)"
                let named = try await child.get("patient/guardians").items
                #expect(named.map { $0["id"]?.string } == [parent.subject])
                #expect(named[0]["suspended"]?.bool == false && named[0]["name"]?.string?.isEmpty == false)
                #expect(try await parent.get("patient/dependants").items.count == 1)
                try await restrict(child.subject, admin)
                #expect(try await parent.get("patient/dependants").items.isEmpty)
                #expect(try await parent.get("patient/balance?patient_id=\(child.subject)").status == 404)
                #expect(try await parent.get(home)["upcoming_count"]?.integer == 0)
                #expect(try await child.get("patient/guardians").items.first?["suspended"]?.bool == true)
                // The guardian cannot end it in the dependant's name, and nobody ends what does not exist.
                #expect(try await parent.delete("patient/guardians/\(child.subject)").status == 404)
                let key = newKey()
                for _ in 1...2 {
                    let ended = try await child.send(
                        "DELETE", "patient/guardians/\(parent.subject)", nil, ["Idempotency-Key": key])
                    #expect(ended.status == 200 && ended["dependants"] == nil)
                    #expect(ended["id"]?.string == parent.subject)
                }
                #expect(try await child.delete("patient/guardians/\(parent.subject)").status == 404)
                #expect(try await child.get("patient/guardians").items.isEmpty)
                #expect(
                    try await admin.put("patients/\(child.subject)/restriction", #"{"restricted":false}"#).status == 200
                )
                #expect(try await parent.get("patient/dependants").items.isEmpty)
            }
        }

        @Test func `a link to a file opens it only while its session lasts and may see the file`() async throws {
            try await Practice.open { practice in
                let (reception, admin) = try await (practice.signIn("reception"), practice.signIn("admin"))
                let doctor = try await practice.signIn("doctor1")
                let (child, parent) = try await (practice.signIn("patient1"), practice.signIn("patient3"))
                // No doctor has treated a new patient.
                let patient = try await admin.post("patients", Self.details).text("id")
                let file = try await doctor.addFile(to: patient, "%PDF-1.7").text("id")
                let exported = try await admin.get("patients/\(patient)/export").json?["file_links"]?.elements?.first
                let taken = [
                    try await doctor.post("files/\(file)/link").text("path"),
                    try await admin.post("files/\(file)/link").text("path"), try #require(exported?["path"]?.string),
                ]
                for path in taken { #expect(try await practice.nobody.get(path).status == 200) }
                try await restrict(patient, admin)
                for path in taken { #expect(try await practice.nobody.get(path).problem == "restricted-record") }
                let own = try await doctor.addFile(to: child.subject, "%PDF-1.7").text("id")
                let relation = "patients/\(child.subject)/guardians/\(parent.subject)"
                #expect(try await reception.send("PUT", relation).status == 200)
                let guardians = try await parent.post("patient/files/\(own)/link").text("path")
                #expect(try await practice.nobody.get(guardians).status == 200)
                #expect(try await reception.delete(relation).status == 200)
                #expect(try await practice.nobody.get(guardians).status == 404)
                let last = try await child.post("patient/files/\(own)/link").text("path")
                #expect(try await practice.nobody.get(last).status == 200)
                #expect(try await child.post("auth/logout").status == 204)
                #expect(try await practice.nobody.get(last).problem == "file-link-invalid")
            }
        }
    }
}
