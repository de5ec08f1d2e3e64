import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests the list of a patient's records of all kinds, and the whole record as PDF.
    @Suite struct Records {
        /// A patient with records of several kinds.
        private func fill(_ practice: Practice) async throws -> (doctor: App, patient: App) {
            let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
            try await practice.readChart(of: patient, doctor)
            try await practice.readTreatmentPlans(of: patient, doctor)
            try await practice.readPrescriptions(of: patient, doctor)
            try await practice.readHistoryForms(of: patient, doctor)
            try await practice.readDentalChart(of: patient, doctor)
            #expect(try await doctor.addFile(to: patient.subject, "%PDF-1.7").status == 201)
            return (doctor, patient)
        }

        private func kinds(_ answer: HTTPAnswer) -> Set<String> { Set(answer.items.compactMap { $0["type"]?.string }) }

        @Test func `O16 a doctor, the reception and the patient list the kinds of records that they may read`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await fill(practice)
                let reception = try await practice.signIn("reception")
                let path = "patients/\(patient.subject)/records?limit=100"
                let shared: Set<String> = ["note", "vitals", "prescription", "file", "treatment_plan", "history_form"]
                #expect(try await kinds(doctor.get(path)).isSuperset(of: shared.union(["perio_examination"])))
                let own = try await kinds(patient.get("patient/records?limit=100"))
                #expect(own.isSuperset(of: shared) && own.isDisjoint(with: ["perio_examination", "tooth_finding"]))
                let desk = try await reception.get(path)
                #expect(kinds(desk).contains("treatment_plan"))
                #expect(kinds(desk).isSubset(of: ["visit", "file", "treatment_plan", "consent"]))
                #expect(
                    desk.items.allSatisfy {
                        $0["type"]?.string != "file" || $0["record"]?["category"]?.string == "document"
                    })
                #expect(try await reception.get("\(path)&type=note").items.isEmpty)
                let notes = try await doctor.get("\(path)&type=note")
                #expect(kinds(notes) == ["note"])
                #expect(notes.items.first?["record"]?["title"]?.string == "Check-up")
            }
        }

        @Test func `O16 a patient's list of records has neither drafts of notes nor another patient's records`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let draft = #"{"title":"Draft","text":"Nothing yet","shared_with_patient":true}"#
                #expect(try await doctor.post("patients/\(patient.subject)/notes", draft).status == 201)
                #expect(try await patient.get("patient/records?type=note").items.isEmpty)
                #expect(try await doctor.get("patients/\(patient.subject)/records?type=note").items.count == 1)
                let other = try await practice.signIn("doctor2")
                #expect(try await other.get("patients/\(patient.subject)/records?type=note").items.isEmpty)
                let stranger = try await practice.signIn("patient2")
                #expect(try await stranger.get("patient/records?patient_id=\(patient.subject)").items.isEmpty)
            }
        }

        @Test func `the pages of a patient's records have each record once, the latest first`() async throws {
            try await Practice.open { practice in
                let (doctor, patient) = try await fill(practice)
                let path = "patients/\(patient.subject)/records?from=\(try await practice.day(0))"
                let whole = try await doctor.get("\(path)&limit=100").items
                #expect((5...99).contains(whole.count))
                var (paged, cursor): ([JSONValue], String?) = ([], "")
                while let after = cursor, paged.count <= whole.count {
                    let page = try await doctor.get("\(path)&limit=3\(after)")
                    paged += page.items
                    cursor = page["next_cursor"]?.string.map { "&cursor=\($0)" }
                }
                #expect(paged.map(\.description) == whole.map(\.description))
                let times = whole.compactMap { $0["at"]?.string }
                #expect(times.count == whole.count && times == times.sorted(by: >))
            }
        }

        @Test func `a patient's records are limited to the days of a period, and a reversed period is refused`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await fill(practice)
                let (before, today) = try await (practice.day(-1), practice.day(0))
                let path = "patients/\(patient.subject)/records?limit=100"
                let made = try await kinds(doctor.get("\(path)&from=\(today)&to=\(today)"))
                #expect(made.isSuperset(of: ["note", "vitals", "prescription", "file", "treatment_plan"]))
                #expect(try await kinds(doctor.get("\(path)&to=\(before)")).isDisjoint(with: ["note", "vitals"]))
                #expect(try await doctor.get("\(path)&from=\(today)&to=\(before)").status == 400)
                #expect(try await doctor.get("patients/\(newKey())/records").problem == "not-found")
            }
        }

        @Test func `a restricted record is listed and printed only for persons who may open the record`() async throws {
            try await Practice.open { practice in
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                let patient = try await practice.signIn("reception").post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#
                ).text("id")
                #expect(try await doctor.post("patients/\(patient)/vitals", Practice.vitals).status == 201)
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                for path in ["records", "records?type=note", "device-vitals"].map({ "patients/\(patient)/\($0)" }) {
                    #expect(try await doctor.get(path).problem == "restricted-record", "\(path)")
                }
                #expect(try await admin.get("patients/\(patient)/export.pdf").problem == "restricted-record")
                let reason = #"{"reason":"Unconscious at the door"}"#
                _ = try await doctor.post("patients/\(patient)/emergency-access", reason)
                #expect(try await doctor.get("patients/\(patient)/records").items.count == 1)
            }
        }

        @Test func `O23 an admin downloads a patient's whole record as PDF, and the audit trail records it`()
            async throws
        {
            try await Practice.open { practice in
                let (_, patient) = try await fill(practice)
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let path = "patients/\(patient.subject)/export.pdf"
                let file = try await admin.get(path)
                #expect(file.status == 200 && file.fields["content-type"] == "application/pdf")
                #expect(file.body.starts(with: "%PDF-".utf8))
                #expect(try await reception.get(path).problem == "forbidden")
                let exports = try await admin.get("audit-events?event_type=patient-exported").items
                #expect(exports.contains { $0["detail"]?["operation"]?.string == "exportPatientAsFile" })
                #expect(try await admin.get("patients/\(newKey())/export.pdf").problem == "not-found")
            }
        }

        @Test func `O16 a treatment plan is printed as a PDF file for staff and for its patient`() async throws {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                try await practice.readTreatmentPlans(of: patient, doctor)
                let plan = try #require(try await patient.get("patient/treatment-plans").items.first).text("id")
                for file in [
                    try await doctor.get("treatment-plans/\(plan)/pdf"),
                    try await patient.get("patient/treatment-plans/\(plan)/pdf"),
                ] {
                    #expect(file.status == 200 && file.fields["content-type"] == "application/pdf")
                    #expect(file.body.starts(with: "%PDF-".utf8))
                }
                let other = try await practice.signIn("patient2")
                #expect(try await other.get("patient/treatment-plans/\(plan)/pdf").problem == "not-found")
            }
        }
    }
}
