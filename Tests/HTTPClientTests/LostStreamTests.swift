import HTTPClient
import ServiceFakes
import Synchronization
import TestSupport
import Testing

/// Tests which requests the HTTP client sends again, with a server that sends only the frames of the test's script.
@Suite(.timeLimit(.minutes(10))) struct LostStreamTests {
    @Test
    func `requests above the last stream of a GOAWAY are sent again on a new connection, and earlier ones are awaited`()
        async throws
    {
        let requests = Mutex<[Int: [UInt32]]>([:])
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings() }
            guard frame.isRequest else { return }
            requests.withLock { $0[connection.number, default: []].append(frame.stream) }
            guard connection.number == 1 else { return connection.answer(frame.stream) }
            guard frame.stream == 5 else { return }
            connection.goAway(last: 1)
            connection.answer(1)
        } _: { peer in
            let client = try peer.client()
            let statuses = await allAtOnce(0..<3) { number in
                try? await client.send(ClientRequest("GET", "/\(number)")).status
            }
            #expect(statuses == [200, 200, 200])
            #expect(requests.withLock { $0 } == [1: [1, 3, 5], 2: [1, 3]])
        }
    }

    @Test func `an HTTP client's requests on a lost connection fail, and the next request opens a new connection`()
        async throws
    {
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings() }
            guard frame.isRequest else { return }
            if connection.number > 1 {
                connection.answer(frame.stream)
            } else if frame.stream == 3 {
                connection.answer(1)
                connection.beginAnswer(3)
                connection.lose()
            }
        } _: { peer in
            let client = try peer.client()
            let results = await allAtOnce(0..<2) { number in
                await Result { () async throws(ClientFailure) in
                    try await client.send(ClientRequest("GET", "/\(number)")).status
                }
            }
            // It is not known which request gets stream 1. The request of stream 1 may be answered before the
            // connection is lost, and the request of stream 3 is never answered.
            #expect(results.contains(.failure(.connectionLost)))
            #expect(results.allSatisfy { $0 == .success(200) || $0 == .failure(.connectionLost) })
            #expect(try await client.send(ClientRequest("GET", "/again")).status == 200)
        }
    }

    @Test func `a request whose HTTP 2 stream is refused each time is sent three times, and then fails`() async throws {
        let count = Mutex(0)
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings() }
            guard frame.isRequest else { return }
            count.withLock { $0 += 1 }
            connection.reset(frame.stream, code: 7)
        } _: { peer in
            let client = try peer.client()
            await #expect(throws: ClientFailure.notProcessed) { try await client.send(ClientRequest("GET", "/")) }
            #expect(count.withLock { $0 } == 3)
        }
    }

    @Test func `a request whose HTTP 2 stream is reset with INTERNAL_ERROR is not sent again`() async throws {
        let count = Mutex(0)
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings() }
            guard frame.isRequest else { return }
            count.withLock { $0 += 1 }
            connection.reset(frame.stream, code: 2)
        } _: { peer in
            let client = try peer.client()
            await #expect(throws: ClientFailure.streamReset(2)) { try await client.send(ClientRequest("GET", "/")) }
            #expect(count.withLock { $0 } == 1)
        }
    }

    @Test func `an HTTP client's request fails after the server has ended three connections without an answer`()
        async throws
    {
        let connections = Mutex(0)
        try await withScriptedPeer { connection, frame in
            guard frame == nil else { return }
            connections.withLock { $0 = connection.number }
            connection.sendSettings(streams: 0)
            connection.goAway(last: 0)
        } _: { peer in
            let client = try peer.client()
            await #expect(throws: ClientFailure.unreachable("the server ends each connection before it answers")) {
                try await client.send(ClientRequest("GET", "/"))
            }
            #expect(connections.withLock { $0 } == 3)
        }
    }

    @Test
    func `an HTTP 2 client keeps to a lower limit of streams that the server sets while requests are in progress`()
        async throws
    {
        let state = Mutex((open: 0, most: 0, acknowledgements: 0))
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings(streams: 2) }
            if frame.isSettingsAcknowledgement {
                let count = state.withLock { state in
                    state.acknowledgements += 1
                    if state.acknowledgements == 2 { state.open -= 1 }
                    return state.acknowledgements
                }
                // Once the client has acknowledged the lower limit, the second of the first two requests is answered.
                if count == 2 { connection.answer(3) }
            }
            guard frame.isRequest else { return }
            state.withLock { $0.open += 1 }
            switch frame.stream {
            case 1: break
            case 3:
                connection.sendSettings(streams: 1)
                connection.answer(1)
                state.withLock { $0.open -= 1 }
            case let stream:
                state.withLock { state in
                    state.most = max(state.most, state.open)
                    state.open -= 1
                }
                connection.answer(stream)
            }
        } _: { peer in
            let client = try peer.client()
            let statuses = await allAtOnce(0..<6) { number in
                try? await client.send(ClientRequest("GET", "/\(number)")).status
            }
            #expect(statuses == Array(repeating: 200, count: 6))
            #expect(state.withLock { $0.most } == 1)
        }
    }

    @Test func `an HTTP 2 connection on which the server sends nothing after a PING of the client counts as lost`()
        async throws
    {
        var limits = ClientLimits()
        limits.pingAfter = .milliseconds(20)
        limits.pingTimeout = .milliseconds(20)
        let pinged = Gate()
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings() }
            if frame.isPing { Task { await pinged.open() } }
        } _: { [limits] peer in
            await #expect(throws: ClientFailure.connectionLost) {
                try await peer.client(limits: limits).send(ClientRequest("GET", "/"))
            }
            await pinged.wait()
        }
    }

    @Test func `an HTTP client's request without an answer fails at its time limit`() async throws {
        var limits = ClientLimits()
        limits.timeout = .milliseconds(50)
        try await withScriptedPeer { connection, frame in
            if frame == nil { connection.sendSettings() }
        } _: { [limits] peer in
            let client = try peer.client(limits: limits)
            let failure = await #expect(throws: ClientFailure.self) { try await client.send(ClientRequest("GET", "/")) }
            #expect(failure == .timeout(wasSent: true) || failure == .timeout(wasSent: false))
        }
    }

    @Test func `an HTTP client whose queue is full refuses requests, and every accepted request is answered`()
        async throws
    {
        var limits = ClientLimits()
        limits.queue = 10
        try await withScriptedPeer { connection, frame in
            guard let frame else { return connection.sendSettings(streams: 1) }
            if frame.isRequest { connection.answer(frame.stream) }
        } _: { [limits] peer in
            let client = try peer.client(limits: limits)
            let results = await allAtOnce(0..<100) { number in
                await Result { () async throws(ClientFailure) in
                    try await client.send(ClientRequest("GET", "/\(number)")).status
                }
            }
            #expect(results.allSatisfy { $0 == .success(200) || $0 == .failure(.queueFull) })
            #expect(results.count { $0 == .success(200) } >= 10)
        }
    }
}

extension Result where Failure == ClientFailure {
    fileprivate init(_ body: () async throws(ClientFailure) -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
