import TLS
import TestSupport
import Testing

/// One side of a TLS connection: a TLS machine, and its results for the bytes received from the other side.
struct Side: ~Copyable {
    var machine: TLSMachine
    let buffers = TLSBuffers()
    var plain: [UInt8] = []
    var steps: [TLSMachine.Step] = []

    init(_ context: TLSContext, host: String? = nil) throws {
        machine = try TLSMachine(context, host: host, buffers: buffers)
    }

    /// Passes received bytes to the TLS machine, and returns the bytes to send.
    mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        var offset = 0
        var output: [UInt8] = []
        loop: while true {
            let step = unsafe machine.advance(bytes.span.bytes, at: &offset)
            output += takeOutput()
            if steps.last != step { steps.append(step) }
            switch step {
            case .more, .ended, .failed: break loop
            case .established: break
            case .plain(let count): plain += buffers.plainBytes(count)
            }
        }
        return output
    }

    mutating func send(_ bytes: [UInt8]) -> [UInt8] {
        #expect(unsafe machine.write(bytes.span.bytes))
        return takeOutput()
    }

    mutating func end() -> [UInt8] {
        machine.writeEnd()
        return takeOutput()
    }

    private mutating func takeOutput() -> [UInt8] {
        var output: [UInt8] = []
        buffers.takeOutput { bytes in unsafe bytes.withUnsafeBytes { unsafe output.append(contentsOf: $0) } }
        return output
    }
}

/// Passes TLS bytes between the two sides of a connection, in pieces of `size` bytes, until neither has more to send.
func exchange(_ client: inout Side, _ server: inout Side, fromClient: [UInt8], size: Int = .max) {
    var (up, down) = (fromClient, [UInt8]())
    while !up.isEmpty || !down.isEmpty {
        var answer: [UInt8] = []
        for start in stride(from: 0, to: up.count, by: min(size, max(up.count, 1))) {
            answer += server.take(Array(up[start..<min(start + min(size, up.count), up.count)]))
        }
        down += answer
        up = []
        for start in stride(from: 0, to: down.count, by: min(size, max(down.count, 1))) {
            up += client.take(Array(down[start..<min(start + min(size, down.count), down.count)]))
        }
        down = []
    }
}

@Suite struct TLSMachineTests {
    static func withSides(
        _ serverSpeaks: [ApplicationProtocol] = [.http2, .http1], clientSpeaks: [ApplicationProtocol] = [.http1],
        _ body: (inout Side, inout Side) throws -> Void
    ) async throws {
        try await withSelfSigned { made in
            let credentials = try ServerCredentials(
                CredentialFiles(certificate: made[0].certificate, key: made[0].key), speaking: serverSpeaks)
            let context = try TLSContext(trusting: made[0].certificate, speaking: clientSpeaks)
            var client = try Side(context, host: "localhost")
            var server = try Side(credentials.context)
            try body(&client, &server)
        }
    }

    static let message = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test(arguments: ["", String(repeating: "a", count: 256)])
    func `a client does not connect to a host with an empty or too long name`(host: String) throws {
        let context = try TLSContext(trusting: nil, speaking: [.http2])
        #expect(throws: TLSError.self) { _ = try Side(context, host: host) }
    }

    @Test(arguments: [1, 2, 5, 1_000, .max])
    func `a TLS connection decrypts the same bytes however its input is split`(size: Int) async throws {
        try await Self.withSides { client, server in
            exchange(&client, &server, fromClient: client.take([]), size: size)
            #expect(client.steps.contains(.established) && server.steps.contains(.established))
            #expect(server.machine.applicationProtocol == .http1)
            exchange(&client, &server, fromClient: client.send(Self.message), size: size)
            #expect(server.plain == Self.message)
            let answer = server.send(Self.message)
            for start in stride(from: 0, to: answer.count, by: min(size, answer.count)) {
                #expect(client.take(Array(answer[start..<min(start + min(size, answer.count), answer.count)])) == [])
            }
            #expect(client.plain == Self.message)
        }
    }

    @Test func `a TLS close_notify ends the connection for its receiver, after all bytes that were sent before`()
        async throws
    {
        try await Self.withSides { client, server in
            exchange(&client, &server, fromClient: client.take([]))
            let last = client.send([1, 2, 3]) + client.end()
            _ = server.take(last)
            #expect(server.plain == [1, 2, 3])
            #expect(server.steps.last == .ended)
            _ = client.take(server.end())
            #expect(client.steps.last == .ended)
        }
    }

    @Test func `an altered TLS record ends the connection, and none of its content is delivered`() async throws {
        try await Self.withSides { client, server in
            exchange(&client, &server, fromClient: client.take([]))
            var record = client.send([1, 2, 3])
            record[record.count - 1] ^= 1
            let alert = server.take(record)
            #expect(server.plain == [])
            #expect(!alert.isEmpty)
            guard case .failed = server.steps.last else { return #expect(Bool(false), "\(server.steps)") }
            _ = client.take(alert)
            guard case .failed = client.steps.last else { return #expect(Bool(false), "\(client.steps)") }
        }
    }

    @Test func `a TLS client without a common application protocol is refused`() async throws {
        try await Self.withSides([.http1], clientSpeaks: [.http2]) { client, server in
            exchange(&client, &server, fromClient: client.take([]))
            guard case .failed = server.steps.last else { return #expect(Bool(false), "\(server.steps)") }
            guard case .failed = client.steps.last else { return #expect(Bool(false), "\(client.steps)") }
        }
    }

    @Test func `ALPN selects a protocol that both sides support, and prefers HTTP 2`() async throws {
        try await Self.withSides(clientSpeaks: [.http1, .http2]) { client, server in
            exchange(&client, &server, fromClient: client.take([]))
            #expect(server.machine.applicationProtocol == .http2)
            #expect(client.machine.applicationProtocol == .http2)
        }
    }

    @Test func `a TLS client refuses a server whose certificate is unknown or for a different name than requested`()
        async throws
    {
        try await withSelfSigned(2) { made in
            let credentials = try ServerCredentials(
                CredentialFiles(certificate: made[0].certificate, key: made[0].key), speaking: [.http1])
            for (authority, host) in [(made[1], "localhost"), (made[0], "clinic.example")] {
                let context = try TLSContext(trusting: authority.certificate, speaking: [.http1])
                var client = try Side(context, host: host)
                var server = try Side(credentials.context)
                exchange(&client, &server, fromClient: client.take([]))
                guard case .failed = client.steps.last else { return #expect(Bool(false), "\(client.steps)") }
            }
        }
    }
}
