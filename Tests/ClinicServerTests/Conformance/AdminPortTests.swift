import ClinicServer
import ClinicTestSupport
import TLS
import TestSupport
import Testing

extension Conformance {
    /// Tests a server that serves admins only on a separate port.
    @Suite struct AdminPorts {
        /// Sends a request with curl. Returns the answer's status, or curl's error output.
        private func ask(_ port: UInt16?, _ path: String, _ token: String, _ server: SelfSigned, as device: SelfSigned?)
            async throws -> String
        {
            let shown = device.map { ["--cert", $0.certificate, "--key", $0.key] } ?? []
            let port = try #require(port)
            do {
                return try await Shell.run(
                    [
                        "curl", "-sS", "-m", "60", "-w", "%{http_code}", "-o", "/dev/null", "--cacert",
                        server.certificate,
                    ]
                        + shown + ["-H", "Authorization: Bearer \(token)", "https://localhost:\(port)\(path)"])
            } catch let failure as Shell.Failure { return failure.output }
        }

        @Test func `admins are served on the admin port only, and that port requires a client certificate`()
            async throws
        {
            try await withSelfSigned(3) { made in
                let (own, device, stranger) = (made[0], made[1], made[2])
                var https = HTTPSConfiguration(files: CredentialFiles(certificate: own.certificate, key: own.key))
                https.port = 0
                https.admin = .init(port: 0, clientAuthority: device.certificate)
                try await Practice.open(https: https) { practice in
                    let (front, access) = (practice.server.securePort, practice.server.adminPort)
                    let admin = try await practice.login("admin").text("access_token")
                    let reception = try await practice.login("reception").text("access_token")
                    func status(_ port: UInt16?, _ path: String, _ token: String, as device: SelfSigned? = nil)
                        async throws -> String
                    { try await ask(port, path, token, own, as: device) }

                    #expect(try await status(access, "/api/v1/admin/dashboard", admin, as: device) == "200")
                    #expect(try await status(access, "/api/v1/reception/queue", reception, as: device) == "403")
                    #expect(try await status(front, "/api/v1/reception/queue", reception) == "200")
                    #expect(try await status(front, "/api/v1/reception/queue", admin) == "403")
                    #expect(try await status(front, "/api/v1/admin/dashboard", admin, as: device) == "403")
                    // The console's files are served on every port, so that admins can open its pages.
                    let page = "/console/vendor/preact.LICENSE.txt"
                    for (port, device) in [(access, device), (front, nil)] {
                        #expect(try await status(port, page, admin, as: device) == (Consoles.isBuilt ? "200" : "503"))
                    }
                    let inTheClear = try await practice.signIn("admin").get("admin/dashboard")
                    #expect(inTheClear.status == 403)
                    for shown in [nil, stranger] {
                        let refused = try await status(access, "/livez", admin, as: shown)
                        #expect(refused.contains("alert") && !refused.hasSuffix("200"), "\(refused)")
                    }
                }
            }
        }
    }
}
