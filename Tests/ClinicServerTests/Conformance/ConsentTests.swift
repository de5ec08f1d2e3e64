import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests consents over HTTP.
    @Suite struct Consents {
        private func present(to patient: String, _ practice: Practice) async throws -> String {
            let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
            let template = try await admin.post(
                "consent-templates", #"{"title":"Extraction","text":"I agree."}"#
            ).text("id")
            return try await reception.post("patients/\(patient)/consents", #"{"template_id":"\#(template)"}"#).text(
                "id")
        }

        @Test func `a patient can sign and withdraw a consent that was presented, and no other patient sees it`()
            async throws
        {
            try await Practice.open { practice in
                let (patient, other) = try await (practice.signIn("patient1"), practice.signIn("patient2"))
                let path = "patient/consents/\(try await present(to: patient.subject, practice))"
                #expect(try await patient.get(path)["wording"]?["text"]?.string == "I agree.")
                let signature = #"{"signed_name":"Pat","drawing":"M1 1 L2 2"}"#
                #expect(try await other.get(path).problem == "not-found")
                #expect(try await other.post("\(path)/sign", signature).problem == "not-found")
                #expect(try await patient.post("\(path)/sign", signature).text("status") == "signed")
                #expect(try await patient.post("\(path)/sign", signature).problem == "consent-status")
                #expect(try await patient.post("\(path)/withdraw", "{}").text("status") == "withdrawn")
            }
        }

        @Test func `a drawn signature with characters that no SVG path has is refused`() async throws {
            try await Practice.open { practice in
                let patient = try await practice.signIn("patient1")
                let path = "patient/consents/\(try await present(to: patient.subject, practice))"
                let signed = try await patient.post("\(path)/sign", #"{"signed_name":"Pat","drawing":"M1 1<script>"}"#)
                #expect(signed.status == 400)
            }
        }

        @Test func `an admin can neither read, sign nor withdraw a consent of a patient with a restricted record`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let patient = try await admin.post(
                    "patients", #"{"given_name":"Uwe","family_name":"Wels","birth_date":"1985-05-17"}"#
                ).text("id")
                let consent = try await present(to: patient, practice)
                #expect(try await admin.put("patients/\(patient)/restriction", #"{"restricted":true}"#).status == 200)
                let answers = [
                    try await admin.get("patients/\(patient)/consents"), try await admin.get("consents/\(consent)"),
                    try await admin.post("consents/\(consent)/sign", #"{"signed_name":"Pat"}"#),
                    try await admin.post("consents/\(consent)/withdraw", "{}"),
                ]
                #expect(Set(answers.map(\.problem)) == ["restricted-record"])
            }
        }
    }
}
