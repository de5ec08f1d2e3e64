import EventLoop
import TestSupport
import Testing
import WebhookClient

/// Tests requests to real local servers that behave badly.
@Suite struct WebhookClientTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    private func limits(_ change: (inout WebhookLimits) -> Void = { _ in }) -> WebhookLimits {
        var limits = WebhookLimits()
        limits.permitsLocal = true
        // The time limit is so long that no attempt fails on a busy machine, unless the test is about the time limit.
        limits.patience = 600_000
        change(&limits)
        return limits
    }

    private func request(_ port: UInt16, host: String = "127.0.0.1", scheme: String = "http") throws -> WebhookRequest {
        let url = try WebhookURL("\(scheme)://\(host):\(port)/hook?a=1", permitsLocal: true)
        return WebhookRequest(url, fields: [("webhook-id", "m1")], body: Array(#"{"a":1}"#.utf8))
    }

    /// Sends one request to a receiver, and returns its outcome and what the receiver has received.
    private func outcome(
        _ behaviour: Receiver.Behaviour, _ limits: WebhookLimits? = nil, host: String = "127.0.0.1",
        scheme: String = "http"
    ) async throws -> (WebhookOutcome, Receiver.Record) {
        let loop = try EventLoop(name: "receiver")
        let receiver = try Receiver(on: loop, behaviour)
        let client = try WebhookClient(limits ?? self.limits())
        let outcome = await client.send(try request(receiver.port, host: host, scheme: scheme))
        await client.stop()
        receiver.close()
        await loop.stop()
        return (outcome, receiver.record)
    }

    @Test func `a webhook's message is sent as a POST request with the given header fields and body`() async throws {
        let (outcome, record) = try await outcome(.answers(Self.ok))
        #expect(outcome == .answered(200))
        #expect(record.text.hasPrefix("POST /hook?a=1 HTTP/1.1\r\n"))
        #expect(record.text.contains("\r\nwebhook-id: m1\r\n"))
        #expect(record.text.hasSuffix("\r\n\r\n{\"a\":1}"))
        #expect(!record.text.lowercased().contains("expect:"))
    }

    @Test(arguments: [204, 301, 302, 307, 410, 500])
    func `the outcome of a webhook's request is the status of the receiver's answer, and no redirect is followed`(
        _ status: Int
    ) async throws {
        let answer = "HTTP/1.1 \(status) X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
        let (outcome, record) = try await outcome(.answers(answer))
        #expect(outcome == .answered(status))
        #expect(record.connections == 1)
    }

    @Test func `a webhook's request fails at its time limit if the receiver does not answer`() async throws {
        let (outcome, _) = try await outcome(.staysOpen(""), limits { $0.patience = 200 })
        #expect(outcome == .failed(.timedOut))
    }

    @Test func `a webhook's request fails at its time limit if the receiver sends the head byte by byte`() async throws
    {
        let (outcome, _) = try await outcome(.drips("HTTP/1.1 200 OK\r\nX: "), limits { $0.patience = 200 })
        #expect(outcome == .failed(.timedOut))
    }

    @Test func `a webhook's request has the outcome of the answer's status although the body of the answer never ends`()
        async throws
    {
        let head = "HTTP/1.1 200 OK\r\n\r\n"
        let (slow, _) = try await outcome(.drips(head), limits { $0.patience = 200 })
        #expect(slow == .answered(200))
        let (fast, _) = try await outcome(.floods(head))
        #expect(fast == .answered(200))
    }

    @Test func `a webhook's request fails if the head of the receiver's answer never ends`() async throws {
        let (outcome, _) = try await outcome(.floods("HTTP/1.1 200 OK\r\nX: "))
        #expect(outcome == .failed(.malformedAnswer))
    }

    @Test func `the outcome of a webhook's request is the final answer, not an interim answer such as 103`()
        async throws
    {
        let (outcome, _) = try await outcome(.answers("HTTP/1.1 103 Early Hints\r\n\r\n" + Self.ok))
        #expect(outcome == .answered(200))
    }

    @Test func `a webhook's request fails if the receiver's answer is not HTTP`() async throws {
        let (outcome, _) = try await outcome(.answers("SSH-2.0-OpenSSH\r\n\r\n"))
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a webhook's request fails as unreachable if the receiver closes the connection`() async throws {
        let (outcome, _) = try await outcome(.closes)
        #expect(outcome == .failed(.unreachable))
    }

    @Test func `a webhook's https request fails as insecure if the receiver does not use TLS`() async throws {
        let (outcome, _) = try await outcome(.answers(Self.ok), scheme: "https")
        #expect(outcome == .failed(.insecure))
    }

    @Test func `a webhook's host name that resolves to a private address gets no connection`() async throws {
        for address in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"] {
            let (outcome, record) = try await lie(address)
            #expect(outcome == .failed(.privateAddress), "\(address)")
            #expect(record.connections == 0, "\(address)")
        }
    }

    /// Sends a request to a host name that looks public and resolves to the given address.
    private func lie(_ address: String) async throws -> (WebhookOutcome, Receiver.Record) {
        let loop = try EventLoop(name: "receiver")
        let receiver = try Receiver(on: loop, .answers(Self.ok))
        var limits = WebhookLimits()
        limits.resolved = ["hooks.example.com:8443:\(address)"]
        let client = try WebhookClient(limits)
        let url = try WebhookURL("https://hooks.example.com:8443/", permitsLocal: false)
        let outcome = await client.send(WebhookRequest(url, fields: [], body: []))
        await client.stop()
        receiver.close()
        await loop.stop()
        return (outcome, receiver.record)
    }

    @Test func `receivers that do not answer delay no webhook requests to other receivers`() async throws {
        let loop = try EventLoop(name: "receivers")
        let (hanging, prompt) = (try Receiver(on: loop, .staysOpen("")), try Receiver(on: loop, .answers(Self.ok)))
        let client = try WebhookClient(limits())
        let slow = try request(hanging.port)
        let waiting = (0..<20).map { _ in Task { await client.send(slow) } }
        for _ in 0..<20 { #expect(await client.send(try request(prompt.port)) == .answered(200)) }
        await client.stop()
        for task in waiting { #expect(await task.value == .failed(.interrupted)) }
        await loop.stop()
    }

    @Test func `a webhook's request beyond the client's limit of requests is refused at once`() async throws {
        let loop = try EventLoop(name: "receiver")
        let hanging = try Receiver(on: loop, .staysOpen(""))
        let client = try WebhookClient(limits { $0.mostRequests = 0 })
        #expect(await client.send(try request(hanging.port)) == .failed(.interrupted))
        await client.stop()
        #expect(await client.send(try request(hanging.port)) == .failed(.interrupted))
        await loop.stop()
    }
}
