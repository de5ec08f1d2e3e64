import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests medical history forms over HTTP.
    @Suite struct HistoryForms {
        /// Sets the template to one question, and returns the body of a form that answers the question.
        private func draft(_ admin: App, name: String = "Pat") async throws -> String {
            let question = #"{"key":"diabetes","text":"Do you have diabetes?","kind":"yes_no","required":true}"#
            let set = try await admin.post("history-forms/templates", #"{"questions":[\#(question)]}"#)
            let number = try #require(set["template"]?["number"]?.integer)
            return """
                {"template":\(number),"answers":[{"key":"diabetes","answer":{"yes_no":true}}],\
                "signed_name":"\(name)"}
                """
        }

        @Test func `O16 a medical history form is due until the patient has signed it, and doctors can read it then`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1"))
                #expect(try await patient.get("history-forms/template")["template"]?["number"]?.integer == 0)
                #expect(try await patient.get("patient/history-form-status")["form_due"]?.bool == true)
                let signed = try await patient.post("patient/history-forms", try await draft(admin))
                #expect(signed.status == 201)
                let status = try await patient.get("patient/history-form-status")
                #expect(status["form_due"]?.bool == false)
                #expect(status["valid_until"]?.string == signed["valid_until"]?.string)
                let form = try signed.text("id")
                let doctor = try await practice.signIn("doctor1")
                let seen = try await doctor.get("history-forms/\(form)")
                #expect(seen["content"]?["signed_name"]?.string == "Pat")
                let other = try await practice.signIn("patient2")
                #expect(try await other.get("patient/history-forms/\(form)").problem == "not-found")
            }
        }

        @Test func `a medical history form is due again a year after the day on which the last one was filled in`()
            async throws
        {
            try await Practice.open { practice in
                let (reception, patient) = try await (practice.signIn("reception"), practice.signIn("patient1"))
                func isDue(after day: Int64) async throws -> Bool? {
                    let paper = #"{"filled_on":"\#(try await practice.day(-day))"}"#
                    let made = try await reception.post("patients/\(patient.subject)/history-forms/paper", paper)
                    #expect(made.status == 201)
                    return try await patient.get("patient/history-form-status")["form_due"]?.bool
                }
                #expect(try await isDue(after: 368) == true)
                #expect(try await isDue(after: 360) == false)
            }
        }

        @Test func `a medical history form with an outdated template is refused with the number of the new one`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1"))
                let old = try await draft(admin)
                _ = try await draft(admin)
                let refused = try await patient.post("patient/history-forms", old)
                #expect(refused.problem == "history-template-changed")
                #expect(refused["number"]?.integer == 2)
            }
        }

        @Test
        func
            `a receptionist records a medical history form, cannot read it, and sees in the queue if a form is due`()
            async throws
        {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let patient = try await practice.signIn("patient1").subject
                let visit = try await reception.book(patient)
                let day = try visit.text("date")
                func isDue() async throws -> Bool? {
                    try await reception.get("reception/queue?date=\(day)").items
                        .first { $0["patient"]?["id"]?.string == patient }?["form_due"]?.bool
                }
                #expect(try await isDue() == true)
                let made = try await reception.post("patients/\(patient)/history-forms", try await draft(admin))
                #expect(made.status == 201)
                #expect(made["content"] == nil)
                #expect(try await isDue() == false)
                let form = try made.text("id")
                #expect(try await reception.get("history-forms/\(form)").problem == "forbidden")
                #expect(try await reception.get("patients/\(patient)/history-form-status")["form_due"]?.bool == false)
            }
        }

        @Test func `a doctor can neither read nor record medical history forms of a restricted record`() async throws {
            try await Practice.open { practice in
                let (admin, doctor) = try await (practice.signIn("admin"), practice.signIn("doctor1"))
                let patient = try await admin.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#
                ).text("id")
                let form = try await doctor.post("patients/\(patient)/history-forms/paper", "{}").text("id")
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                for path in [
                    "patients/\(patient)/history-forms", "patients/\(patient)/history-form-status",
                    "history-forms/\(form)",
                ] { #expect(try await doctor.get(path).problem == "restricted-record", "\(path)") }
                let again = try await doctor.post("patients/\(patient)/history-forms/paper", "{}")
                #expect(again.problem == "restricted-record")
            }
        }
    }
}
