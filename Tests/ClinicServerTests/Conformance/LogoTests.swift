import ClinicTestSupport
import Foundation
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the logo of a clinic over HTTP.
    @Suite struct Logos {
        private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0] + Array(repeating: 7, count: 100)

        private func path(_ app: App) async throws -> String {
            "public/clinics/\(try await app.get("clinic").text("id"))/logo"
        }

        private func contents() async throws -> Int {
            try await TestDatabase.current.withConnection { connection in
                try await connection.perform("SELECT FROM clinic_logo", effect: .reads).count
            }
        }

        @Test func `O10 everybody sees a clinic's logo until an admin removes it`() async throws {
            try await Practice.open { practice in
                let (admin, patient) = try await (practice.signIn("admin"), practice.signIn("patient1"))
                let path = try await path(admin)
                _ = try await admin.delete("clinic/logo")
                #expect(try await practice.nobody.get(path).status == 404)
                let set = try await admin.setLogo()
                #expect(set.status == 200 && set["logo"]?["type"]?.string == "image/png")
                #expect(try await patient.get("clinic")["logo"]?["type"]?.string == "image/png")
                let shown = try await practice.nobody.get(path)
                #expect(shown.status == 200 && shown.body == SampleLogo.png)
                #expect(shown.fields["content-type"] == "image/png")
                #expect(shown.fields["cache-control"] == "public, max-age=300")
                let tag = try #require(shown.fields["etag"])
                #expect(try await practice.nobody.send("GET", path, nil, ["If-None-Match": tag]).status == 304)
                #expect(try await admin.setLogo(Self.jpeg, type: "image/jpeg").status == 200)
                let other = try await practice.nobody.send("GET", path, nil, ["If-None-Match": tag])
                #expect(other.status == 200 && other.body == Self.jpeg && other.fields["etag"] != tag)
                let removed = try await admin.delete("clinic/logo")
                #expect(removed.status == 200 && removed["logo"] == nil)
                #expect(try await practice.nobody.get(path).status == 404)
            }
        }

        @Test func `a logo that is no PNG or JPEG file, or larger than 1 MiB, is refused`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                #expect(try await admin.setLogo(Array("<svg/>".utf8)).status == 400)
                #expect(try await admin.setLogo([]).status == 400)
                #expect(try await admin.setLogo(type: "image/svg+xml").status == 415)
                let large = SampleLogo.png + [UInt8](repeating: 0, count: 1 << 20)
                #expect(try await admin.setLogo(large).status == 413)
                #expect(try await practice.signIn("reception").setLogo().status == 403)
            }
        }

        @Test func `a logo is changed only if the clinic's settings still have the version that If-Match names`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                _ = try await admin.delete("clinic/logo")
                let seen = try #require(try await admin.get("clinic/settings").fields["etag"])
                #expect(try await admin.setLogo(fields: ["If-Match": seen]).status == 200)
                #expect(try await admin.setLogo(Self.jpeg, fields: ["If-Match": seen]).status == 412)
            }
        }

        @Test
        func
            `a clinic that changes its logo often keeps at most sixteen logos, and a further change gets 503`()
            async throws
        {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                var statuses: [Int] = []
                for number in 1...20 {
                    statuses.append(try await admin.setLogo(SampleLogo.png + [UInt8(number)]).status)
                }
                #expect(Set(statuses) == [200, 503] && statuses.last == 503)
                #expect(try await contents() == 16)
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform("UPDATE clinic_logo SET stored_at = now() - interval '11 minutes'")
                }
                #expect(try await admin.setLogo().status == 200)
                // The content of the earlier logo is still stored besides that of the new one.
                #expect(try await contents() == 2)
            }
        }
    }
}
