import ClinicTestSupport
import JSON
import Testing

extension Conformance {
    /// Tests that lists begin with the latest entry, even if many entries were made in the same second.
    @Suite struct LatestFirst {
        @Test func `allergies that are recorded one after another are listed in the reverse order, on every page`()
            async throws
        {
            try await Practice.open { practice in
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1").subject)
                var recorded: [String] = []
                for number in 1...12 {
                    let allergy = try await doctor.post(
                        "patients/\(patient)/allergies", #"{"substance":"Substance \#(number)","criticality":"low"}"#)
                    recorded.append(try allergy.text("id"))
                }
                var listed: [String] = []
                var path = "patients/\(patient)/allergies?limit=5"
                for _ in 0..<3 {
                    let page = try await doctor.get(path)
                    listed += try page.items.map { try $0.text("id") }
                    guard let cursor = page["next_cursor"]?.string else { break }
                    path = "patients/\(patient)/allergies?limit=5&cursor=\(cursor)"
                }
                #expect(Array(listed.prefix(12)) == recorded.reversed())
            }
        }

        @Test func `sessions that begin one after another are listed in the reverse order`() async throws {
            try await Practice.open { practice in
                var begun: [String] = []
                var last = try await practice.signIn("patient2")
                for _ in 0..<6 {
                    last = try await practice.signIn("patient2")
                    begun.append(try #require(current(try await last.get("sessions"))))
                }
                let listed = try await last.get("sessions").items.compactMap { $0["id"]?.string }
                #expect(Array(listed.prefix(6)) == begun.reversed())
            }
        }

        /// The id of the session in which a list of sessions was requested.
        private func current(_ sessions: HTTPAnswer) -> String? {
            sessions.items.first { $0["is_current"]?.bool == true }?["id"]?.string
        }
    }
}
