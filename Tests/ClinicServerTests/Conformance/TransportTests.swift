import ClinicServer
import ClinicTestSupport
import JSON
import TLS
import TestSupport
import Testing

extension Conformance {
    /// Tests HTTPS, and the certificate that apps pin.
    @Suite struct Transport {
        @Test
        func `O5 GET certificates shows the current and the next certificate, and after the change the new one alone`()
            async throws
        {
            try await withSelfSigned(2) { made in
                let (own, next) = (made[0], made[1])
                var https = HTTPSConfiguration(files: CredentialFiles(certificate: own.certificate, key: own.key))
                https.nextCertificate = next.certificate
                https.port = 0
                try await Practice.open(https: https) { practice in
                    let port = try #require(practice.server.securePort)
                    /// The HTTP version of the connection, and the purpose and fingerprints of each announced
                    /// certificate.
                    func announced(trusting authority: String) async throws -> (String, [[String]]) {
                        let answer = try await Shell.run([
                            "curl", "-sS", "-m", "60", "--cacert", authority, "-w", "%{http_version}",
                            "https://localhost:\(port)/api/v1/certificates",
                        ])
                        let end = try #require(answer.lastIndex(of: "}"))
                        let items = try JSONValue(parsing: Array(answer[...end].utf8))["items"]?.elements ?? []
                        return (
                            String(answer[answer.index(after: end)...]),
                            try items.map { [try $0.text("use"), try $0.text("sha256"), try $0.text("spki_sha256")] }
                        )
                    }
                    let (current, coming) = try (
                        Certificate(file: own.certificate), Certificate(file: next.certificate)
                    )
                    let before = try await announced(trusting: own.certificate)
                    #expect(before.0 == "2")
                    #expect(
                        before.1 == [
                            ["current", current.fingerprintText, current.pin],
                            ["next", coming.fingerprintText, coming.pin],
                        ])
                    try own.replace(with: next)
                    practice.server.reloadCertificates()
                    let after = try await announced(trusting: next.certificate)
                    #expect(after.1 == [["current", coming.fingerprintText, coming.pin]])
                }
            }
        }

        @Test
        func `O5 a server without a certificate announces none, and accepts plain HTTP from its own machine only`()
            async throws
        {
            try await Practice.open { practice in
                let answer = try await practice.nobody.get("certificates")
                #expect(answer.status == 200)
                #expect(answer.items.isEmpty)
                #expect(practice.server.securePort == nil)
            }
            var configuration = ServerConfiguration(database: "", keys: "")
            for (host, isAllowed) in [
                ("127.0.0.1", true), ("::1", true), ("0.0.0.0", false), ("::", false), ("192.0.2.1", false),
            ] {
                configuration.host = host
                configuration.allowsPlainHTTP = false
                if isAllowed {
                    #expect(try configuration.plainHost == host)
                } else {
                    #expect(throws: ConfigurationError.self) { try configuration.plainHost }
                }
                configuration.https = HTTPSConfiguration(files: CredentialFiles(certificate: "", key: ""))
                #expect(try configuration.plainHost == (isAllowed ? host : "127.0.0.1"))
                configuration.https = nil
                configuration.allowsPlainHTTP = true
                #expect(try configuration.plainHost == host)
            }
        }
    }
}
