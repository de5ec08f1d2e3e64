import EventLoop
import HTTPServer
import Testing

/// Tests the expectation `100-continue` (RFC 9110 §10.1.1).
@Suite(.timeLimit(.minutes(30))) struct ProspectTests {
    private static let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"

    private func serving(
        _ foresee: @escaping @Sendable (HTTPRequest) -> Prospect,
        _ body: @escaping @Sendable (RawClient) async throws -> Void
    ) async throws {
        try await withServer(foresee: foresee, respond: { .now(text("got \($0.body.count)")) }) { server, loop in
            try await body(try await RawClient.connect(to: server.port, on: loop))
        }
    }

    @Test
    func `a request that waits for 100-continue is refused before its body is sent if the head is enough to refuse it`()
        async throws
    {
        let refusal = HTTPResponse(.unauthorized)
        for isKnown in [true, false] {
            try await serving({ _ in isKnown ? .refused(refusal) : .later { refusal } }) { client in
                client.send("\(Self.head)\r\n")
                let answer = await client.receivedUntilClosed()
                #expect(answer.hasPrefix("HTTP/1.1 401 "))
                #expect(answer.contains("\r\nConnection: close\r\n"))
                #expect(!answer.contains("100 Continue"))
            }
        }
    }

    @Test func `a request gets 100-continue after the check of its head has accepted it`() async throws {
        let gate = Signal()
        let asked = Signal()
        let foresee: @Sendable (HTTPRequest) -> Prospect = { _ in
            .later {
                asked.fire()
                await gate.wait()
                return nil
            }
        }
        try await serving(foresee) { client in
            client.send("\(Self.head)\r\n")
            await asked.wait()
            gate.fire()
            #expect(await client.received(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("abc")
            _ = await client.received(until: "got 3")
        }
    }

    @Test func `a body sent without waiting for 100-continue is read, and no 100-continue follows its answer`()
        async throws
    {
        let gate = Signal()
        let foresee: @Sendable (HTTPRequest) -> Prospect = { _ in
            .later {
                await gate.wait()
                return HTTPResponse(.unauthorized)
            }
        }
        try await serving(foresee) { client in
            client.send("\(Self.head)\r\nabc")
            _ = await client.received(until: "got 3")
            gate.fire()
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let answers = await client.receivedUntilClosed().components(endingWith: "HTTP/1.1 ")
            #expect(answers.map { $0.prefix(3) } == ["", "200", "200"])
        }
    }

    @Test
    func `a body whose client waits for 100-continue is refused unsent if it is too large or has an unknown encoding`()
        async throws
    {
        for (fields, status) in [
            ("Content-Length: 9999999\r\n", "413"), ("Content-Length: 3\r\nContent-Encoding: br\r\n", "415"),
        ] {
            try await serving({ _ in .mayContinue }) { client in
                client.send("POST / HTTP/1.1\r\nHost: a\r\n\(fields)Expect: 100-continue\r\n\r\n")
                let answer = await client.receivedUntilClosed()
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
                #expect(answer.contains("Accept-Encoding: identity\r\n") == (status == "415"))
            }
        }
    }
}
