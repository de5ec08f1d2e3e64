import EventLoop
import HTTPServer
import Synchronization
import TLS
import TestSupport
import Testing

/// Tests HTTP/2 with curl as the client.
@Suite(.timeLimit(.minutes(30))) struct HTTP2Tests {
    @Test func `curl receives answers over HTTP 2 with the header fields configured for all answers`() async throws {
        let fields: HTTPFields = ["Strict-Transport-Security": "max-age=1"]
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                text(
                    "\(request.method.rawValue) \(request.target) \(request.headers["host"] ?? "-") \(request.body.count)"
                )
            }
        }
        try await withSecureServer(commonFields: fields, respond: respond) { secure in
            let host = "localhost:\(secure.server.port)"
            let output = try await secure.curl("/a?b=c", ["-i"])
            let (head, body) = try split(output)
            #expect(head.hasPrefix("HTTP/2 200"))
            #expect(head.contains("\r\nstrict-transport-security: max-age=1\r\n"))
            #expect(head.contains("\r\ncontent-type: text/plain\r\n") && head.contains("\r\ndate: "))
            #expect(head.contains("\r\ncontent-length: \(body.utf8.count)\r\n"))
            #expect(body == "GET /a?b=c \(host) 0")
            let posted = try await secure.curl("/p", ["-d", "12345"])
            #expect(posted == "POST /p \(host) 5")
            let expecting = try await secure.curl(
                "/e", ["-T", secure.certificate.certificate, "-H", "Expect: 100-continue"])
            #expect(expecting.hasPrefix("PUT /e \(host) ") && !expecting.hasSuffix(" 0"))
        }
    }

    @Test func `answers to HEAD and answers with status 204 or 304 have no body over HTTP 2`() async throws {
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            switch request.path {
            case "/204": .now(HTTPResponse(.noContent, body: .bytes([65])))
            case "/304": .now(HTTPResponse(.notModified, fields: ["ETag": "\"1\""], body: .bytes([65])))
            case "/chunks": .now(HTTPResponse(.ok, body: .chunks { writer in try await writer.write([65]) }))
            case _: .now(text("hello"))
            }
        }
        try await withSecureServer(respond: respond) { secure in
            for (path, option, status, length) in [
                ("/", "-I", "200", "5"), ("/204", "-i", "204", nil), ("/304", "-i", "304", nil),
                ("/chunks", "-I", "200", nil),
            ] as [(String, String, String, String?)] {
                let (head, body) = try split(try await secure.curl(path, [option]))
                #expect(head.hasPrefix("HTTP/2 \(status)"))
                #expect(body == "")
                #expect(head.contains("content-length") == (length != nil))
            }
        }
    }

    @Test func `requests of one HTTP 2 connection are handled concurrently`() async throws {
        let working = Mutex(0)
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            .later {
                // The twentieth request lets request `/1` continue, so all twenty must be handled at the same time.
                if working.withLock({
                    $0 += 1; return $0 == 20
                }) {
                    gate.fire()
                } else if request.path == "/1" {
                    await gate.wait()
                }
                return text("\(request.path);")
            }
        }
        try await withSecureServer(respond: respond) { secure in
            let output = try await secure.curl("/[1-20]", ["-Z", "--parallel-max", "20", "-w", "%{http_version} "])
            #expect(output.split(separator: "2 ", omittingEmptySubsequences: false).count > 20, "\(output)")
            #expect((1...20).allSatisfy { output.contains("/\($0);") })
        }
    }

    @Test func `large bodies are sent in both directions over HTTP 2`() async throws {
        let size = 20 << 20
        var limits = HTTPLimits()
        limits.body = size
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            let body = request.body
            guard request.path == "/chunks" else { return .now(HTTPResponse(.ok, body: .bytes(body))) }
            return .now(
                HTTPResponse(
                    .ok,
                    body: .chunks { writer in
                        for start in stride(from: 0, to: body.count, by: 100_000) {
                            try await writer.write(Array(body[start..<min(start + 100_000, body.count)]))
                        }
                    }))
        }
        try await withSecureServer(limits: limits, respond: respond) { secure in
            let file = secure.certificate.certificate + ".large"
            try await Shell.run(["dd", "if=/dev/urandom", "of=\(file)", "bs=1M", "count=20", "status=none"])
            for path in ["/bytes", "/chunks"] {
                _ = try await secure.curl(path, ["--http2", "--data-binary", "@\(file)", "-o", "\(file).back"])
                try await Shell.run(["cmp", file, "\(file).back"])
            }
        }
    }

    @Test func `HTTP 2 request bodies that together exceed the connection's limit are all read and answered`()
        async throws
    {
        var limits = HTTPLimits()
        limits.http2.bodies = 512 * 1024
        let held = Mutex(0)
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            held.withLock { $0 += 1 }
            return .later { text("\(request.path) got \(request.body.count);") }
        }
        try await withSecureServer(limits: limits, respond: respond) { secure in
            let file = secure.certificate.certificate + ".large"
            try await Shell.run(["dd", "if=/dev/zero", "of=\(file)", "bs=1M", "count=1", "status=none"])
            let output = try await secure.curl(
                "/[1-30]", ["-Z", "--parallel-max", "30", "--data-binary", "@\(file)", "-H", "Expect:"])
            #expect((1...30).allSatisfy { output.contains("/\($0) got 1048576;") }, "\(output)")
            #expect(held.withLock { $0 } == 30)
        }
    }

    @Test func `an HTTP 2 client that does not read its answer is disconnected; other clients are served`() async throws
    {
        let written = Mutex(0)
        let ended = Signal()
        var limits = HTTPLimits()
        limits.writeStallTimeout = .milliseconds(300)
        let respond: @Sendable (HTTPRequest) -> Reply = { request in
            guard request.path == "/endless" else { return .now(text("served")) }
            return .now(
                HTTPResponse(
                    .ok,
                    body: .chunks { writer in
                        defer { ended.fire() }
                        while true {
                            try await writer.write([UInt8](repeating: 65, count: 16_384))
                            written.withLock { $0 += 16_384 }
                        }
                    }))
        }
        try await withSecureServer(limits: limits, respond: respond) { secure in
            // The pipe with curl's output is not read, so curl accepts data only up to its HTTP/2 window.
            let url = "https://localhost:\(secure.server.port)/endless"
            let curl = Task {
                try await Shell.run([
                    "sh", "-c", "curl -sS --cacert \(secure.certificate.certificate) \(url) | sleep 5",
                ])
            }
            await ended.wait()
            #expect(written.withLock { $0 } < 80 << 20)
            let other = try await secure.curl("/")
            #expect(other == "served")
            _ = await curl.result
        }
    }

    @Test func `an HTTP 2 body above the limit is refused before it is complete, and the connection stays open`()
        async throws
    {
        var limits = HTTPLimits()
        limits.body = 1_000
        try await withSecureServer(limits: limits, respond: { .now(text("got \($0.body.count)")) }) { secure in
            let file = secure.certificate.certificate + ".large"
            try await Shell.run(["dd", "if=/dev/zero", "of=\(file)", "bs=1M", "count=3", "status=none"])
            for length in [[], ["-H", "Content-Length:"]] {
                let output = try await secure.curl(
                    "/",
                    ["-w", "%{http_code} %{num_connects};", "-o", "/dev/null", "--data-binary", "@\(file)"] + length)
                #expect(output == "413 1;")
            }
            let both = try await secure.curl(
                "/2",
                [
                    "--data-binary", "@\(file)", "-o", "/dev/null", "-w", "%{http_code} %{num_connects};",
                    "https://localhost:\(secure.server.port)/1", "--next", "-sS", "--cacert",
                    secure.certificate.certificate, "-w", " %{http_code} %{num_connects}",
                ])
            #expect(both == "413 1;got 0 200 0")
            let large = String(repeating: "a", count: 40_000)
            let fields = try await secure.curl("/", ["-w", "%{http_code}", "-o", "/dev/null", "-H", "X-A: \(large)"])
            #expect(fields == "431")
        }
    }

    @Test func `a draining HTTP 2 server answers requests in progress and accepts no new connections`() async throws {
        let started = Signal()
        let gate = Signal()
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .later {
                started.fire()
                await gate.wait()
                return text("served")
            }
        }
        try await withSecureServer(respond: respond) { secure in
            let answer = Task { try await secure.curl("/") }
            await started.wait()
            let drained = Task { await secure.server.drain(within: .seconds(3_600)) }
            await RawClient.untilRefused(by: secure.server.port, on: secure.wire)
            gate.fire()
            let last = try await answer.value
            #expect(last == "served")
            await drained.value
        }
    }

    @Test func `an HTTP 2 answer whose producer fails is reset, so that the client knows that the body is incomplete`()
        async throws
    {
        let respond: @Sendable (HTTPRequest) -> Reply = { _ in
            .now(
                HTTPResponse(
                    .ok,
                    body: .chunks { writer in
                        try await writer.write([65])
                        throw HTTPClientGone()
                    }))
        }
        try await withSecureServer(respond: respond) { secure in
            await #expect(throws: Shell.Failure.self) { try await secure.curl("/") }
        }
    }

    private func split(_ answer: String) throws -> (head: String, body: String) {
        let end = try #require(answer.firstRange(of: "\r\n\r\n"))
        return (String(answer[..<end.upperBound]), String(answer[end.upperBound...]))
    }
}
