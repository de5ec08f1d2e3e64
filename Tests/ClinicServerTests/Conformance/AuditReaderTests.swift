import ClinicTestSupport
import JSON
import Testing
import TestSupport

extension Conformance {
    /// Tests that the audit trail records its own readers, and that its filter by patient finds everything about the
    /// patient.
    @Suite struct AuditReaders {
        private func types(_ query: String, _ admin: App) async throws -> [String] {
            try await admin.get("audit-events?limit=200\(query)").items.compactMap { $0["event_type"]?.string }
        }

        private func first(_ type: String, _ admin: App) async throws -> JSONValue {
            try #require(try await admin.get("audit-events?limit=200&event_type=\(type)").items.first)
        }

        @Test func `readers of the audit trail, of its CSV file and of the feed are in the audit trail`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let patient = try await practice.signIn("patient1").subject
                #expect(try await admin.get("audit-events?patient_id=\(patient)").status == 200)
                let read = try await eventually {
                    try await admin.get("audit-events?event_type=audit-trail-read").items.first {
                        $0["detail"]?["ids"]?.elements?.compactMap(\.string) == [patient]
                    }
                }
                #expect(read["detail"]?["operation"]?.string == "listAuditEvents")
                for _ in 1...2 { #expect(try await admin.get("audit-events.csv?patient_id=\(patient)").status == 200) }
                let exported = try await first("audit-trail-exported", admin)
                #expect(exported["detail"]?["operation"]?.string == "exportAuditEvents")
                #expect(exported["detail"]?["account_id"]?.string == read["detail"]?["account_id"]?.string)
                // The patient's own trail has who read it.
                #expect(try await types("&patient_id=\(patient)", admin).contains("audit-trail-read"))
                let doctor = try await practice.signIn("doctor1")
                #expect(try await doctor.get("feed?limit=200").status == 200)
                let feed = try await first("feed-read", admin)
                #expect(feed["detail"]?["operation"]?.string == "readFeed")
                #expect(feed["detail"]?["account_id"]?.string != read["detail"]?["account_id"]?.string)
                // The feed's lines name patients, so it is a look at their data too.
                _ = try await eventually {
                    try await admin.get("audit-events?limit=200&event_type=patient-data-read").items.first {
                        $0["detail"]?["operation"]?.string == "readFeed"
                    }
                }
            }
        }

        @Test func `the filter by patient finds what happened to the patient's login`() async throws {
            try await Practice.open { practice in
                let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
                let patient = try await reception.post(
                    "patients", #"{"given_name":"Mia","family_name":"Adler","birth_date":"1990-04-01"}"#
                ).text("id")
                let grant = #"{"email":"mia.adler@mail.example","password":"drei Elche im Regen"}"#
                #expect(try await reception.post("patients/\(patient)/account", grant).status == 201)
                let login = #"{"email":"mia.adler@mail.example","password":"drei Elche im Regen"}"#
                let app = try practice.app(of: await practice.nobody.post("auth/login", login))
                let change = #"{"current_password":"drei Elche im Regen","new_password":"vier Elche im Nebel"}"#
                #expect(try await app.put("me/password", change).status == 204)
                #expect(try await app.post("auth/logout").status == 204)
                let found = Set(try await types("&patient_id=\(patient)", admin))
                let wanted: Set = ["patient-registered", "access-granted", "login", "password-changed", "logout"]
                #expect(found.isSuperset(of: wanted), "\(found)")
                let other = try await practice.signIn("patient2").subject
                let others = try await admin.get("audit-events?limit=200&patient_id=\(other)").items
                #expect(!others.contains { $0["detail"]?["subject_id"]?.string == patient })
            }
        }
    }
}
