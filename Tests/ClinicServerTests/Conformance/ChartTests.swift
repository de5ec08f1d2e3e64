import ClinicTestSupport
import EventSourcing
import JSON
import Testing

extension Conformance {
    /// Tests charts over HTTP: allergies, conditions, medications, vital signs, notes and alerts.
    @Suite struct Chart {
        private static let reason = #"{"reason":"Of another patient"}"#

        /// The alerts of an appointment in a list; `nil` if they are hidden.
        private func alerts(_ list: HTTPAnswer, _ appointment: String) -> [String]? {
            let entry = (list["items"]?.elements ?? []).first {
                $0["appointment"]?["id"]?.string == appointment
            }
            return entry?["alerts"]?.elements?.compactMap { $0["text"]?.string }
        }

        @Test
        func
            `O22 the queue and the doctor's schedule show an allergy of high criticality and a condition marked as alert`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                let visit = try await doctor.get("appointments/\(queue.appointment)")
                let member = try visit.text("doctor_id")
                let schedule = try "doctor/schedule?date=\(visit.text("date"))&doctor_id=\(member)"
                for (noun, body) in Practice.chartEntries {
                    #expect(try await doctor.post("patients/\(patient)/\(noun)", body).status == 201)
                }
                for list in [try await queue.reception.get(queue.path), try await doctor.get(schedule)] {
                    #expect(alerts(list, queue.appointment) == ["Penicillin", "Haemophilia"])
                }
                let past = try await queue.reception.get("\(queue.path)&as_of=\(practice.now().rfc3339)")
                #expect(alerts(past, queue.appointment) == ["Penicillin", "Haemophilia"])
            }
        }

        @Test
        func
            `a held poll of the queue is answered when an alert begins, and a later poll shows the alert's end`()
            async throws
        {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                let first = try await queue.reception.get("\(queue.path)&since=0")
                let path = "\(queue.path)&since=\(try first.text("version"))"
                let waiting = Task { try await queue.reception.get(path, ["Prefer": "wait=25"]) }
                try await practice.held(1)
                let allergy = try await doctor.post(
                    "patients/\(patient)/allergies", #"{"substance":"Latex","criticality":"high"}"#
                ).text("id")
                let change = try await waiting.value
                #expect(alerts(change, queue.appointment)?.contains("Latex") == true)
                let ended = try await doctor.post("allergies/\(allergy)/resolve", Self.reason)
                #expect(ended["status"]?.string == "resolved")
                let after = try await queue.reception.get("\(queue.path)&since=\(try change.text("version"))")
                #expect(alerts(after, queue.appointment)?.contains("Latex") == false)
            }
        }

        @Test func `the queue hides the alerts of a patient whose record is restricted`() async throws {
            try await Practice.open { practice in
                let queue = try await PolledQueue.booked(at: practice)
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                let patient = try await practice.signIn("patient1").subject
                let latex = #"{"substance":"Latex","criticality":"high"}"#
                #expect(try await doctor.post("patients/\(patient)/allergies", latex).status == 201)
                #expect(alerts(try await queue.reception.get(queue.path), queue.appointment) != nil)
                let restricted = try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#)
                #expect(restricted.status == 200)
                let closed = try await queue.reception.get(queue.path)
                #expect(alerts(closed, queue.appointment) == nil)
                #expect(!String(decoding: closed.body, as: UTF8.self).contains("Latex"))
            }
        }

        @Test func `O20 a doctor can neither read nor fill the chart of a restricted record before emergency access`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, admin) = try await (practice.signIn("doctor2"), practice.signIn("admin"))
                let reception = try await practice.signIn("reception")
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Mia","family_name":"Klein","birth_date":"2019-04-01"}"#
                ).text("id")
                let parts = Practice.chartEntries + [("vitals", Practice.vitals), ("notes", Practice.note)]
                var paths: [String] = []
                for (noun, body) in parts {
                    let made = try await doctor.post("patients/\(patient)/\(noun)", body)
                    paths += ["patients/\(patient)/\(noun)", "\(noun)/\(try made.text("id"))"]
                }
                #expect(
                    try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                for path in paths { #expect(try await doctor.get(path).problem == "restricted-record", "\(path)") }
                for (noun, body) in parts {
                    let refused = try await doctor.post("patients/\(patient)/\(noun)", body)
                    #expect(refused.problem == "restricted-record", "\(noun)")
                }
                let emergency = #"{"reason":"The child has fallen"}"#
                #expect(try await doctor.post("patients/\(patient)/emergency-access", emergency).status == 201)
                for path in paths { #expect(try await doctor.get(path).status == 200, "\(path)") }
            }
        }

        @Test func `O2 a receptionist can record vital signs, and cannot list any part of a chart`() async throws {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let patient = try await practice.signIn("patient1").subject
                let made = try await reception.post("patients/\(patient)/vitals", Practice.vitals)
                #expect(made.status == 201)
                for noun in ["allergies", "conditions", "medications", "vitals", "notes"] {
                    #expect(try await reception.get("patients/\(patient)/\(noun)").status == 403, "\(noun)")
                }
                #expect(try await doctor.get("vitals/\(made.text("id"))").body == made.body)
            }
        }

        @Test func `O16 a guardian sees the entries of a dependant's chart, and another patient sees none of them`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let (guardian, stranger) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let child = try await reception.post(
                    "patients", #"{"given_name":"Mia","family_name":"Klein","birth_date":"2019-04-01"}"#
                ).text("id")
                #expect(try await reception.put("patients/\(child)/guardians/\(guardian.subject)", "").status == 200)
                for (noun, body) in Practice.chartEntries + [("vitals", Practice.vitals)] {
                    #expect(try await doctor.post("patients/\(child)/\(noun)", body).status == 201)
                    let path = "patient/\(noun)?patient_id=\(child)"
                    #expect(try await guardian.get(path).items.count == 1, "\(noun)")
                    #expect(try await stranger.get(path).items.isEmpty, "\(noun)")
                }
            }
        }

        @Test func `a surviving record shows the allergies and alerts of the merged record until the merge is undone`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                func register(_ family: String) async throws -> String {
                    try await reception.post(
                        "patients", #"{"given_name":"Xenia","family_name":"\#(family)","birth_date":"1985-05-17"}"#
                    ).text("id")
                }
                let (kept, other) = try await (register("Barsch"), register("Quastenflosser"))
                let visit = try await reception.book(kept)
                let (id, date) = try (visit.text("id"), visit.text("date"))
                let latex = #"{"substance":"Latex","criticality":"high"}"#
                #expect(try await doctor.post("patients/\(other)/allergies", latex).status == 201)
                func expectSeen(_ count: Int) async throws {
                    #expect(try await doctor.get("patients/\(kept)/allergies").items.count == count)
                    let queue = try await reception.get("reception/queue?date=\(date)")
                    #expect(alerts(queue, id)?.count == count)
                }
                try await expectSeen(0)
                let merge = #"{"patient_id":"\#(other)","reason":"Registered twice"}"#
                #expect(try await reception.post("patients/\(kept)/merge", merge).status == 200)
                try await expectSeen(1)
                #expect(try await doctor.post("patients/\(other)/allergies", latex).problem == "patient-merged")
                let unmerged = try await reception.post("patients/\(kept)/unmerge", #"{"reason":"Two people"}"#)
                #expect(unmerged.status == 200)
                try await expectSeen(0)
            }
        }

        @Test
        func `O20 a list of readings begins with the last measured one, and can be filtered by vital sign and status`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, doctor) = try await (practice.signIn("reception"), practice.signIn("doctor1"))
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Jo","family_name":"Kern","birth_date":"1984-04-01"}"#
                ).text("id")
                let now = try await practice.now()
                var ids: [String] = []
                for (hours, type, unit) in [
                    (2, "heart_rate", "/min"), (3, "pain", "{score}"), (1, "heart_rate", "/min"),
                ] {
                    let value = type == "pain" ? 3 : 72
                    let measured = #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)"}"#
                    let at = now.adding(hours: -Int64(hours)).rfc3339
                    let body = #"{"measured_at":"\#(at)","measurements":[\#(measured)]}"#
                    ids.append(try await doctor.post("patients/\(patient)/vitals", body).text("id"))
                }
                func list(_ query: String) async throws -> [String] {
                    try await doctor.get("patients/\(patient)/vitals?\(query)").items.map { try $0.text("id") }
                }
                #expect(try await list("") == [ids[2], ids[0], ids[1]])
                #expect(try await list("type=pain") == [ids[1]])
                let first = try await doctor.get("patients/\(patient)/vitals?limit=2")
                #expect(try await list("limit=2&cursor=\(first.text("next_cursor"))") == [ids[1]])
                #expect(try await doctor.post("vitals/\(ids[2])/enter-in-error", Self.reason).status == 200)
                #expect(try await list("type=heart_rate") == [ids[0]])
                #expect(try await list("status=entered_in_error") == [ids[2]])
            }
        }

        @Test
        func `O20 only the author of a note sees its draft, and the patient sees a signed note once it is released`()
            async throws
        {
            try await Practice.open { practice in
                let (author, colleague) = try await (practice.signIn("doctor1"), practice.signIn("doctor2"))
                let patient = try await practice.signIn("patient1")
                func shown(_ app: App, _ path: String, _ id: String) async throws -> Bool {
                    try await app.get(path).items.contains { $0["id"]?.string == id }
                }
                let list = "patients/\(patient.subject)/notes"
                let body = #"{"title":"Check-up","text":"Caries at 26"}"#
                let note = try await author.post(list, body).text("id")
                #expect(try await author.get("notes/\(note)").status == 200)
                #expect(try await colleague.get("notes/\(note)").status == 404)
                #expect(try await author.get(list).items.contains { $0["id"]?.string == note })
                #expect(try await !shown(colleague, list, note))
                #expect(try await author.post("notes/\(note)/sign").status == 200)
                #expect(try await author.put("notes/\(note)", body).problem == "note-not-draft")
                #expect(try await shown(colleague, list, note))
                #expect(try await !shown(patient, "patient/notes", note))
                #expect(
                    try await colleague.put("notes/\(note)/sharing", #"{"shared_with_patient":true}"#).problem
                        == "note-of-other-author")
                #expect(try await author.put("notes/\(note)/sharing", #"{"shared_with_patient":true}"#).status == 200)
                #expect(try await shown(patient, "patient/notes", note))
            }
        }
    }
}
