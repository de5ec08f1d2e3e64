import ClinicServer
import ClinicTestSupport
import Endpoints
import EventSourcing
import Foundation
import Identifiers
import JSON
import PostgresClient
import SQL
import TLS
import TestSupport
import Testing

extension Conformance {
    /// Tests the pairing of a command-line client over HTTP.
    @Suite struct Pairing {
        @Test
        func `O31 a pairing payload names host, port and certificate, and a paired client reads the server's status`()
            async throws
        {
            try await withSelfSigned { made in
                var https = HTTPSConfiguration(
                    files: CredentialFiles(certificate: made[0].certificate, key: made[0].key))
                https.port = 0
                try await Practice.open(https: https) { practice in
                    let phone = try await practice.signIn("patient1")
                    let payload = try await phone.post("pairing-codes").decoded(as: HealthSyncClient.QRPayload.self)
                    #expect(payload.version == "1" && !payload.host.isEmpty && payload.port > 0)
                    let certificates = try await practice.nobody.get("certificates").items
                    #expect(payload.certificateFingerprint == (try certificates.first?.text("id")))
                    let client = try await HealthSyncClient.paired(with: phone)
                    let status = try await client.status()
                    #expect(status.status == "ok" && status.version == "1" && status.enabledTypes.isEmpty)
                }
            }
        }

        @Test func `O31 the server says that a pairing code expires in five minutes, and a token in thirty days`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let before = try await practice.now().secondsSince1970
                let payload = try await phone.post("pairing-codes").decoded(as: HealthSyncClient.QRPayload.self)
                let paired = try await HealthSyncClient.pair(payload.code, by: practice.nobody)
                    .decoded(as: HealthSyncClient.PairResponse.self)
                let after = try await practice.now().secondsSince1970
                let ends = [payload.expiresAt, paired.expiresAt].map { Int64($0.timeIntervalSince1970) }
                #expect((before + 300...after + 300).contains(ends[0]))
                #expect((before + 30 * 86_400...after + 30 * 86_400).contains(ends[1]))
                #expect(!paired.token.isEmpty)
            }
        }

        @Test func `O31 after five wrong codes that share its first half, even the right pairing code gets 400`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let code = try await phone.post("pairing-codes").text("code")
                // The server finds a pairing code by its first half. So only a wrong code with the right first half
                // counts as a wrong try for this pairing code.
                let wrong = String(code.prefix(15)) + (code.hasSuffix("0") ? "1" : "0")
                for _ in 1...5 {
                    #expect(try await HealthSyncClient.pair(wrong, by: practice.nobody).status == 400)
                }
                #expect(try await HealthSyncClient.pair(code, by: practice.nobody).status == 400)
                #expect(try await phone.get("paired-clients").items.isEmpty)
            }
        }

        @Test func `O31 a pairing code can be requested as an SVG or PNG image of a QR code`() async throws {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                for (type, start) in [("image/svg+xml", Array("<svg".utf8)), ("image/png", [0x89, 0x50, 0x4e, 0x47])] {
                    let answer = try await phone.send("POST", "pairing-codes", nil, ["Accept": type])
                    #expect(answer.status == 201 && answer.fields["content-type"] == type)
                    #expect(Array(answer.body.prefix(4)) == start)
                }
            }
        }

        @Test
        func `O31 an error of pairing has status 400 and plain text, and the text is the same for each wrong code`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                let code = try await phone.post("pairing-codes").text("code")
                #expect(try await HealthSyncClient.pair(code, by: practice.nobody).status == 200)
                var texts: Set<String> = []
                for wrong in [code, "0000-0000-0000-0000", "no code"] {
                    let answer = try await HealthSyncClient.pair(wrong, by: practice.nobody)
                    #expect(answer.status == 400)
                    #expect(answer.fields["content-type"]?.hasPrefix("text/plain") == true)
                    texts.insert(String(decoding: answer.body, as: UTF8.self))
                }
                #expect(texts.count == 1)
                let malformed = try await practice.nobody.post("pair", #"{"code":1}"#)
                #expect(malformed.status == 400)
                #expect(malformed.fields["content-type"]?.hasPrefix("text/plain") == true)
            }
        }

        @Test
        func `a person lists and revokes paired clients, and an admin sees pairing and revocation in the audit trail`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, admin) = try await (practice.signIn("patient1"), practice.signIn("admin"))
                let client = try await HealthSyncClient.paired(with: phone, named: "Büro")
                let listed = try await phone.get("paired-clients").items
                #expect(listed.compactMap { $0["name"]?.string } == ["Büro"])
                let id = try #require(listed.first?["id"]?.string)
                let stranger = try await practice.signIn("patient2")
                #expect(try await stranger.delete("paired-clients/\(id)").status == 404)
                #expect(try await phone.delete("paired-clients/\(id)").status == 204)
                #expect(try await client.get("health/types").status == 401)
                #expect(try await client.get("status").status == 401)
                for type in ["client-paired", "client-revoked"] {
                    let events = try await admin.get("audit-events?event_type=\(type)").items
                    #expect(events.count == 1, "\(type)")
                }
            }
        }

        @Test func `a deactivated member of staff and an erased patient no longer have a paired client`() async throws {
            try await Practice.open { practice in
                let admin = try await practice.signIn("admin")
                let (doctor, patient) = try await (practice.signIn("doctor1"), practice.signIn("patient1"))
                let clients = [
                    try await HealthSyncClient.paired(with: doctor), try await HealthSyncClient.paired(with: patient),
                ]
                for client in clients { #expect(try await client.get("status").status == 200) }
                #expect(try await admin.post("staff/\(doctor.subject)/deactivate").status == 200)
                let person = try #require(UUIDBytes(patient.subject))
                try await TestDatabase.current.withConnection { connection in
                    _ = try await connection.perform(
                        """
                        UPDATE person_key SET destroyed_at = now(), wrapped = NULL, master_key = NULL
                        WHERE person_id = \(person) AND retention = 1
                        """)
                }
                for client in clients { #expect(try await client.get("status").status == 401) }
            }
        }

        @Test func `the token of a paired client is refused by each GET operation that needs a signed-in account`()
            async throws
        {
            try await Practice.open { practice in
                let client = try await HealthSyncClient.paired(with: try await practice.signIn("patient1"))
                for operation in ServerAPI.operations where operation.requiresAuthentication && operation.method == .get
                {
                    let path = operation.path.text.replacing(/\{[a-z_]+\}/, with: newKey())
                    let answer = try await client.get(path)
                    #expect(answer.status == 401, "\(operation.id)")
                }
            }
        }
    }
}
