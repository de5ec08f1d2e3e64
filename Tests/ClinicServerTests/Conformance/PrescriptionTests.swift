import ClinicTestSupport
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests prescriptions over HTTP.
    @Suite struct Prescriptions {
        private func prescribe(
            _ doctor: App, for patient: String, override: String? = nil, key: String = newKey()
        ) async throws -> HTTPAnswer {
            let draft = SampleBodies.prescription("With water")
            let body = override.map { "\(draft.dropLast()),\"override\":\($0)}" } ?? draft
            return try await doctor.post("patients/\(patient)/prescriptions", body, key: key)
        }

        @Test
        func
            `O16 a doctor finds and prescribes a drug, the patient sees the prescription, and another patient does not`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let other = try await practice.signIn("patient2")
                let found = try await doctor.get("drugs?q=ibuprof")
                #expect(found.items.contains { $0["name"]?.string == "ibuprofen" })
                let made = try await prescribe(doctor, for: patient.subject)
                #expect(made.status == 201)
                #expect(made["medication"]?["drug"]?["name"]?.string == "ibuprofen")
                let id = try made.text("id")
                #expect(try await patient.get("patient/prescriptions").items.first?["id"]?.string == id)
                #expect(try await patient.get("patient/prescriptions/\(id)").status == 200)
                #expect(try await other.get("patient/prescriptions/\(id)").problem == "not-found")
                #expect(try await other.get("patient/prescriptions?patient_id=\(patient.subject)").items.isEmpty)
                #expect(try await patient.post("prescriptions/\(id)/stop", #"{"reason":"No"}"#).status == 403)
            }
        }

        @Test func `an admin sees and stops prescriptions but cannot prescribe, and a receptionist sees none`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let id = try await prescribe(doctor, for: patient).text("id")
                #expect(try await admin.get("patients/\(patient)/prescriptions").items.count == 1)
                #expect(try await prescribe(admin, for: patient).problem == "forbidden")
                for path in ["patients/\(patient)/prescriptions", "prescriptions/\(id)", "prescriptions/\(id)/pdf"] {
                    #expect(try await reception.get(path).problem == "forbidden", "\(path)")
                }
                #expect(try await admin.post("prescriptions/\(id)/stop", #"{"reason":"Rash"}"#).status == 200)
                #expect(try await admin.get("patients/\(patient)/prescriptions?status=active").items.isEmpty)
                #expect(try await admin.get("patients/\(patient)/prescriptions?status=stopped").items.count == 1)
            }
        }

        @Test
        func `a second prescription of a drug is refused with warnings, and accepted with an override that names them`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                let first = try await prescribe(doctor, for: patient).text("id")
                let refused = try await prescribe(doctor, for: patient)
                #expect(refused.problem == "prescription-warnings")
                let warnings = try #require(refused["warnings"])
                #expect(warnings.elements?.first?["prescription_ids"]?.elements?.compactMap(\.string) == [first])
                let override = #"{"reason":"Other strength","warnings":\#(warnings)}"#
                let second = try await prescribe(doctor, for: patient, override: override)
                #expect(second.status == 201)
                #expect(second["override"]?["reason"]?.string == "Other strength")
            }
        }

        @Test func `the refusal of a prescription because of warnings leaves an access record`() async throws {
            try await Practice.open { practice in
                let (doctor, other) = try await (practice.signIn("doctor1"), practice.signIn("doctor2"))
                let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1").subject)
                #expect(try await prescribe(doctor, for: patient).status == 201)
                #expect(try await prescribe(other, for: patient).problem == "prescription-warnings")
                let records = try await admin.accessRecords(of: patient, by: ["prescribeDrug"])
                let record = records.first { $0["detail"]?["operation"]?.string == "prescribeDrug" }
                #expect(record?["detail"]?["subject_id"]?.string == other.subject)
            }
        }

        @Test func `if two doctors prescribe the same drug for a patient at once, one prescription is refused`()
            async throws
        {
            try await Practice.open { practice in
                let (one, other) = try await (practice.signIn("doctor1"), practice.signIn("doctor2"))
                let patient = try await practice.signIn("patient1").subject
                async let first = prescribe(one, for: patient)
                async let second = prescribe(other, for: patient)
                #expect(try await [first.status, second.status].sorted() == [201, 409])
            }
        }

        @Test func `a doctor can neither read nor change prescriptions of a restricted record before emergency access`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, admin) = try await (practice.signIn("doctor1"), practice.signIn("admin"))
                let reception = try await practice.signIn("reception")
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#
                ).text("id")
                let key = newKey()
                let id = try await prescribe(doctor, for: patient, key: key).text("id")
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                let reads = ["patients/\(patient)/prescriptions", "prescriptions/\(id)", "prescriptions/\(id)/pdf"]
                for path in reads { #expect(try await doctor.get(path).problem == "restricted-record", "\(path)") }
                let commands = [
                    try await prescribe(doctor, for: patient), try await prescribe(doctor, for: patient, key: key),
                    try await doctor.post("prescriptions/\(id)/dispense", #"{"number":1}"#),
                    try await doctor.post("prescriptions/\(id)/stop", #"{"reason":"Rash"}"#),
                ]
                #expect(Set(commands.map(\.problem)) == ["restricted-record"])
                let access = try await doctor.post(
                    "patients/\(patient)/emergency-access", #"{"reason":"Unconscious at the door"}"#)
                #expect((200..<300).contains(access.status))
                for path in reads { #expect(try await doctor.get(path).status == 200, "\(path)") }
            }
        }

        @Test func `after its last valid day a prescription has the status expired, and is found by this status`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let id = try await prescribe(doctor, for: patient.subject).text("id")
                // The last valid day is set to a day in the past, since the test cannot wait until the prescription
                // expires.
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform(
                        "UPDATE prescription SET valid_until = '2020-01-01' WHERE prescription_id = \(id)::text::uuid")
                }
                #expect(try await doctor.get("prescriptions/\(id)").text("status") == "expired")
                #expect(try await patient.get("patient/prescriptions?status=expired").items.count == 1)
                #expect(try await patient.get("patient/prescriptions?status=active").items.isEmpty)
            }
        }

        @Test func `a doctor and the patient get a prescription as a PDF file, and another patient gets no file`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let id = try await prescribe(doctor, for: patient.subject).text("id")
                for answer in [
                    try await doctor.get("prescriptions/\(id)/pdf"),
                    try await patient.get("patient/prescriptions/\(id)/pdf"),
                ] {
                    #expect(answer.status == 200)
                    #expect(answer.fields["content-type"] == "application/pdf")
                    #expect(answer.body.starts(with: "%PDF-".utf8))
                }
                let other = try await practice.signIn("patient2")
                #expect(try await other.get("patient/prescriptions/\(id)/pdf").problem == "not-found")
            }
        }
    }
}
