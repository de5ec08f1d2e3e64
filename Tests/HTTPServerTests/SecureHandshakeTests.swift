import EventLoop
import HTTPServer
import TLS
import TestSupport
import Testing

/// Tests which TLS connections are accepted and refused.
@Suite(.timeLimit(.minutes(30))) struct SecureHandshakeTests {
    @Test func `curl receives answers over TLS 1.3 and over TLS 1.2`() async throws {
        try await withSecureServer(respond: { .now(text("hello \($0.path)")) }) { secure in
            for version in ["1.2", "1.3"] {
                let output = try await secure.curl("/a", ["-v", "--http1.1", "--tlsv\(version)", "--tls-max", version])
                #expect(output.contains("hello /a"), "\(output)")
                #expect(output.contains("SSL connection using TLSv\(version)"), "\(output)")
                #expect(output.contains("ALPN: server accepted http/1.1"), "\(output)")
            }
        }
    }

    @Test(arguments: ["ec:P-256", "ec:P-384", "rsa:2048"])
    func `a TLS server can use certificates with an EC key or an RSA key`(algorithm: String) async throws {
        try await withSecureServer(algorithm: algorithm, respond: { _ in .now(text("served")) }) { secure in
            let answer = try await secure.curl("/")
            #expect(answer == "served")
        }
    }

    @Test(arguments: [
        "-tls1 -cipher ALL:@SECLEVEL=0", "-tls1_1 -cipher ALL:@SECLEVEL=0",
        // AES128-GCM-SHA256 has no forward secrecy, and ECDHE-RSA-AES128-SHA256 has no authenticated encryption.
        "-tls1_2 -cipher AES128-GCM-SHA256", "-tls1_2 -cipher ECDHE-RSA-AES128-SHA256",
        "-tls1_2 -cipher ECDHE-RSA-AES256-SHA:@SECLEVEL=0", "-tls1_2 -cipher DHE-RSA-AES128-GCM-SHA256",
        "-tls1_2 -sigalgs RSA+SHA1 -cipher DEFAULT:@SECLEVEL=0", "-alpn imap",
    ])
    func `an old TLS version, weak cipher or unknown application protocol is refused`(arguments: String) async throws {
        try await withSecureServer(algorithm: "rsa:2048", respond: { _ in .now(text("served")) }) { secure in
            let output = try await secure.openssl("-ign_eof \(arguments)", sending: SecureServer.lastRequest)
            #expect(!output.contains("served"), "\(output)")
            #expect(output.contains("Cipher is (NONE)") || output.contains("alert"), "\(output)")
            #expect(try await secure.curl("/") == "served")
        }
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a TLS session resumes on the next connection, also after the certificate was reloaded`(version: String)
        async throws
    {
        try await withSecureServer(respond: { _ in .now(text("served")) }) { secure in
            let file = secure.certificate.certificate + ".session"
            let first = try await secure.openssl(
                "-ign_eof \(version) -sess_out \(file)", sending: SecureServer.lastRequest)
            #expect(first.contains("New, TLSv1"), "\(first)")
            _ = try secure.credentials.reload()
            let second = try await secure.openssl(
                "-ign_eof \(version) -sess_in \(file)", sending: SecureServer.lastRequest)
            #expect(second.contains("Reused, TLSv1"), "\(second)")
            #expect(second.contains("served"))
        }
    }

    @Test func `a client with a TLS session of another server is served after a full handshake`()
        async throws
    {
        try await withSecureServer(respond: { _ in .now(text("served")) }) { one in
            let file = one.certificate.certificate + ".session"
            let first = try await one.openssl("-ign_eof -sess_out \(file)", sending: SecureServer.lastRequest)
            #expect(first.contains("New, TLSv1"), "\(first)")
            try await withSecureServer(respond: { _ in .now(text("served")) }) { other in
                let second = try await other.openssl("-ign_eof -sess_in \(file)", sending: SecureServer.lastRequest)
                #expect(second.contains("New, TLSv1"), "\(second)")
                #expect(second.contains("served"))
            }
        }
    }

    @Test func `a client cannot renegotiate a TLS connection`() async throws {
        try await withSecureServer(respond: { _ in .now(text("served")) }) { secure in
            // `openssl s_client` requests a renegotiation when its input has a line `R`.
            let output = try await secure.openssl("-tls1_2", sending: #"R\n"#)
            #expect(output.contains("Secure Renegotiation IS supported"), "\(output)")
            #expect(output.contains("no renegotiation"), "\(output)")
        }
    }

    @Test func `a TLS client that updates its keys too often is disconnected`() async throws {
        try await withSecureServer(respond: { _ in .now(text("served")) }) { secure in
            // `openssl s_client` updates its key and requests an update from the server when its input has a line `K`.
            // It prints a message before it reads the next line.
            let script = """
                trap '' PIPE
                coproc client { timeout 120 openssl s_client -connect 127.0.0.1:\(secure.server.port) -tls1_3 2>&1; }
                pid=$client_PID
                said() { while read -r line <&"${client[0]}"; do [[ $line == *"$1"* ]] && return 0; done; return 1; }
                said 'Verify return code'
                for ((count = 0; ; count++)); do
                    { echo K >&"${client[1]}"; } 2>/dev/null && said KEYUPDATE || break
                done
                wait "$pid"
                echo "changed $count times and ended with $?"
                """
            let output = try await Shell.run(["bash", "-c", script])
            let report = try #require(
                output.firstMatch(of: /changed ([0-9]+) times and ended with ([0-9]+)/), "\(output.suffix(500))")
            // The test's shell script may count more key updates than the server accepted, since `openssl s_client`
            // does not notice at once that the server has closed the connection. `timeout` exits with 124 if the server
            // never closes it.
            let changes = try #require(Int(report.1))
            #expect(changes >= 30)
            #expect(report.2 != "124")
            #expect(try await secure.curl("/") == "served")
        }
    }

    @Test func `a slow TLS handshake is aborted, and a plain HTTP request on a TLS port is not answered`() async throws
    {
        var limits = HTTPLimits()
        limits.handshakeTimeout = .milliseconds(100)
        try await withSecureServer(limits: limits, respond: { _ in .now(text("served")) }) { secure in
            let silent = try await RawClient.connect(to: secure.server.port, on: secure.wire)
            #expect(await silent.bytesUntilClosed() == [])
            // Send only the first bytes of a ClientHello.
            let slow = try await RawClient.connect(to: secure.server.port, on: secure.wire)
            slow.send([22, 3, 1, 2, 0, 1, 0, 1])
            #expect(await slow.bytesUntilClosed() == [])
            let plain = try await RawClient.connect(to: secure.server.port, on: secure.wire)
            plain.send(get("/"))
            #expect(await !plain.receivedUntilClosed().contains("HTTP/1.1"))
        }
    }

    @Test
    func `new TLS connections use a reloaded certificate, and a certificate that does not fit its key is refused`()
        async throws
    {
        try await withSecureServer(respond: { .now(text("hello \($0.path)")) }) { secure in
            try await withSelfSigned(2) { made in
                // The server's certificate files are replaced during the test. The clients trust copies of the earlier
                // files.
                let (old, new) = (made[0], made[1])
                try old.replace(with: secure.certificate)
                let before = try await secure.client(trusting: old)
                before.send(get("/1"))
                _ = await before.received(until: "hello /1")

                try secure.certificate.replace(with: new)
                _ = try secure.credentials.reload()
                let after = try await secure.client(trusting: new)
                after.send(get("/2"))
                _ = await after.received(until: "hello /2")
                await #expect(throws: TLSFailure.self) { try await secure.client(trusting: old) }
                before.send(get("/3"))
                _ = await before.received(until: "hello /3")

                try secure.certificate.replaceKey(with: old)
                #expect(throws: TLSError.self) { try secure.credentials.reload() }
                let still = try await secure.client(trusting: new)
                still.send(get("/4"))
                _ = await still.received(until: "hello /4")
            }
        }
    }
}
