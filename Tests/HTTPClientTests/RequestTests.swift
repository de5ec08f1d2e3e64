import EventLoop
import HTTPClient
import HTTPServer
import ServiceFakes
import Synchronization
import TLS
import TestSupport
import Testing

/// Tests the HTTP client with the project's own HTTP/2 server.
@Suite(.timeLimit(.minutes(10))) struct RequestTests {
    @Test func `an HTTP client gets the status, the header fields and the body that the server sent`() async throws {
        try await withFakeService { request in
            let text = "\(request.method.rawValue) \(request.target) \(request.headers["x-test"] ?? "-")"
            return HTTPResponse(
                HTTPStatus(429), fields: ["Retry-After": "7"], body: .bytes(Array(text.utf8) + request.body))
        } _: { service in
            let client = try service.client()
            let answer = try await client.send(
                ClientRequest("POST", "/a?b=c", fields: [("x-test", "some\r\nvalue")], body: Array(" body".utf8)))
            #expect(answer.status == 429)
            #expect(answer["retry-after"] == "7")
            #expect(answer["x-missing"] == nil)
            #expect(String(decoding: answer.body, as: UTF8.self) == "POST /a?b=c some  value body")
        }
    }

    @Test func `an HTTP client never has more requests in progress than the server allows`() async throws {
        var limits = HTTPLimits()
        limits.http2.streams = 5
        let running = Mutex((now: 0, most: 0))
        let gate = Gate()
        try await withFakeService(limits: limits) { request in
            let count = running.withLock { running in
                running.now += 1
                running.most = max(running.most, running.now)
                return running.now
            }
            // The first five requests wait for one another, so that they are in progress at the same time.
            if count == 5 { await gate.open() }
            await gate.wait()
            running.withLock { $0.now -= 1 }
            return HTTPResponse(.ok, body: .bytes(Array(request.path.utf8)))
        } _: { service in
            let client = try service.client()
            let bodies = await allAtOnce(0..<100) { number in
                (try? await client.send(ClientRequest("GET", "/\(number)"))).map {
                    String(decoding: $0.body, as: UTF8.self)
                }
            }
            #expect(bodies == (0..<100).map { "/\($0)" })
            #expect(running.withLock { $0.most } == 5)
        }
    }

    @Test func `an HTTP client sends the whole body of a request, even if it fills several flow-control windows`()
        async throws
    {
        var limits = HTTPLimits()
        limits.body = 8 << 20
        let body = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }
        try await withFakeService(limits: limits) { request in
            HTTPResponse(request.body == body ? .ok : .badRequest)
        } _: { service in
            let answer = try await service.client().send(ClientRequest("POST", "/", body: body))
            #expect(answer.status == 200)
        }
    }

    @Test func `a request whose answer has a body above the HTTP client's limit fails, and the connection continues`()
        async throws
    {
        try await withFakeService { request in
            HTTPResponse(.ok, body: .bytes([UInt8](repeating: 1, count: request.path == "/large" ? 1_001 : 1_000)))
        } _: { service in
            var limits = ClientLimits()
            limits.responseBody = 1_000
            let client = try service.client(limits: limits)
            await #expect(throws: ClientFailure.responseTooLarge) {
                try await client.send(ClientRequest("GET", "/large"))
            }
            #expect(try await client.send(ClientRequest("GET", "/small")).body.count == 1_000)
        }
    }

    @Test func `a server whose certificate is not trusted gets no request`() async throws {
        let requests = Mutex(0)
        try await withSelfSigned { made in
            let other = made[0].certificate
            try await withFakeService { _ in
                requests.withLock { $0 += 1 }
                return HTTPResponse(.ok)
            } _: { service in
                let context = try TLSContext(trusting: other, speaking: [.http2])
                let client = HTTPClient(to: service.origin, on: service.loop, context)
                let failure = await #expect(throws: ClientFailure.self) {
                    try await client.send(ClientRequest("GET", "/"))
                }
                #expect(failure?.description.contains("certificate verify failed") == true, "\(failure as Any)")
            }
        }
        #expect(requests.withLock { $0 } == 0)
    }

    @Test func `a server whose certificate is for another name gets no request`() async throws {
        try await withFakeService { _ in
            HTTPResponse(.ok)
        } _: { service in
            // The system resolves 127.1 to 127.0.0.1. The server's certificate is for localhost and 127.0.0.1, but not
            // for the name 127.1.
            let origin = try #require(HTTPSOrigin(host: "127.1", port: service.origin.port))
            let context = try TLSContext(trusting: service.certificate, speaking: [.http2])
            let failure = await #expect(throws: ClientFailure.self) {
                try await HTTPClient(to: origin, on: service.loop, context).send(ClientRequest("GET", "/"))
            }
            #expect(failure?.description.contains("certificate verify failed") == true, "\(failure as Any)")
        }
    }

    @Test func `a server that does not speak HTTP 2 gets no request`() async throws {
        try await withFakeService(speaking: [.http1]) { _ in
            HTTPResponse(.ok)
        } _: { service in
            await #expect(throws: ClientFailure.self) {
                try await service.client().send(ClientRequest("GET", "/"))
            }
        }
    }

    @Test func `an HTTP client does not connect to an address that its rule for addresses forbids`() async throws {
        try await withFakeService { _ in
            HTTPResponse(.ok)
        } _: { service in
            let context = try TLSContext(trusting: service.certificate, speaking: [.http2])
            let client = HTTPClient(to: service.origin, on: service.loop, context, permits: { !$0.isLoopback })
            await #expect(throws: ClientFailure.forbiddenAddress) { try await client.send(ClientRequest("GET", "/")) }
        }
    }

    @Test func `an HTTP client's request fails if its task is cancelled, and other requests continue`() async throws {
        let (arrived, gate) = (Gate(), Gate())
        try await withFakeService { request in
            if request.path == "/held" {
                await arrived.open()
                await gate.wait()
            }
            return HTTPResponse(.ok)
        } _: { service in
            let client = try service.client()
            let held = Task { try await client.send(ClientRequest("GET", "/held")) }
            await arrived.wait()
            held.cancel()
            await #expect(throws: ClientFailure.cancelled) { try await held.value }
            #expect(try await client.send(ClientRequest("GET", "/")).status == 200)
            await gate.open()
        }
    }

    @Test func `requests of a closed HTTP client fail`() async throws {
        try await withFakeService { _ in
            HTTPResponse(.ok)
        } _: { service in
            let client = try service.client()
            #expect(try await client.send(ClientRequest("GET", "/")).status == 200)
            client.close()
            await #expect(throws: ClientFailure.cancelled) { try await client.send(ClientRequest("GET", "/")) }
        }
    }
}
