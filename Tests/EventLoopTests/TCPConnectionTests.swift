import EventLoop
import Glibc
import Testing

struct TCPConnectionTests {
    /// Starts a connection and collects the received bytes until the connection is closed.
    final class Received: Sendable {
        let closed = Event<CloseReason>()
        private let chunks = Recorder<[UInt8]>()

        func start(_ connection: TCPConnection, receive: @escaping () -> Void = {}) {
            connection.start(
                receive: { [chunks] bytes in
                    chunks.record(bytes.copy)
                    receive()
                }, closed: { [closed] in closed.fire($0) })
        }

        var bytes: [UInt8] { chunks.values.flatMap { $0 } }
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    @Test func `a TCP connection delivers chunks of any number and size in order`() async throws {
        try await withLoop { loop in
            let received = Received()
            var chunks = (0..<100).map { index in [UInt8](repeating: UInt8(index), count: index % 7) }
            chunks.append([UInt8](repeating: 200, count: 6 << 20))
            chunks += (0..<70).map { index in [UInt8(index)] }
            let sent = chunks
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                received.start(server)
                client.write(Array("hello ".utf8))
                client.write([UInt8]())
                client.write([[UInt8]]())
                client.write(sent)
                client.write(sent)
                client.shutdownAfterWrites()
                client.write(Array("after the end".utf8))
            }
            #expect(await received.closed.value == .peerEnded)
            #expect(received.bytes == Array("hello ".utf8) + sent.flatMap { $0 } + sent.flatMap { $0 })
        }
    }

    @Test func `a TCP connection queues bytes while the peer does not read, and reports when they are sent`()
        async throws
    {
        try await withLoop { loop in
            let drained = Event<Void>()
            let received = Received()
            let block = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                received.start(server)
                server.pauseReading()
                client.onDrain = { drained.fire() }
                client.start(receive: { _ in }, closed: { _ in })
                client.write(block)
                #expect(client.pendingWriteBytes > 1 << 20)
                #expect(client.pendingWriteBytes < block.count)
                try await loop.sleep(for: .milliseconds(30))
                #expect(received.bytes.isEmpty)
                #expect(!drained.hasFired)
                server.resumeReading()
                await drained.value
                #expect(client.pendingWriteBytes == 0)
                client.shutdownAfterWrites()
            }
            #expect(await received.closed.value == .peerEnded)
            #expect(received.bytes == block)
        }
    }

    @Test func `reading from a TCP connection can be paused while more data is available`() async throws {
        try await withLoop { loop in
            let received = Received()
            let first = Event<Void>()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                received.start(server) {
                    server.pauseReading()
                    first.fire()
                }
                client.write([UInt8](repeating: 1, count: 1 << 20))
                await first.value
                let soFar = received.bytes.count
                try await loop.sleep(for: .milliseconds(20))
                #expect(received.bytes.count == soFar)
                #expect(soFar <= 64 * 1024)
                client.close()
                server.close()
            }
        }
    }

    @Test func `a TCP peer that has closed its sending side can still be answered`() async throws {
        try await withLoop { loop in
            let atServer = Received()
            let atClient = Received()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                atServer.start(server)
                atClient.start(client)
                server.onEnd = {
                    server.write(Array("answer".utf8))
                    server.shutdownAfterWrites()
                }
                client.write(Array("question".utf8))
                client.shutdownAfterWrites()
            }
            #expect(await atClient.closed.value == .peerEnded)
            #expect(await atServer.closed.value == .peerEnded)
            #expect(atServer.text == "question")
            #expect(atClient.text == "answer")
        }
    }

    @Test
    func `after the peer has closed its sending side, a TCP connection sends the queued bytes and then closes`()
        async throws
    {
        try await withLoop { loop in
            let atServer = Received()
            let atClient = Received()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                atServer.start(server)
                atClient.start(client)
                client.pauseReading()
                server.write([UInt8](repeating: 7, count: 8 << 20))
                client.shutdownAfterWrites()
                try await loop.sleep(for: .milliseconds(20))
                #expect(!atServer.closed.hasFired)
                client.resumeReading()
            }
            #expect(await atServer.closed.value == .peerEnded)
            #expect(await atClient.closed.value == .peerEnded)
            #expect(atClient.bytes.count == 8 << 20)
        }
    }

    @Test func `a TCP reset is reported to reader and writer as a failure`() async throws {
        try await withLoop { loop in
            let reading = Received()
            let writing = Received()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                reading.start(server)
                client.reset()
                #expect(!client.isOpen)
                let (other, peer) = try await connectedPair(on: loop)
                writing.start(peer)
                peer.pauseReading()
                other.reset()
                try await loop.sleep(for: .milliseconds(10))
                peer.write(Array("one".utf8))
                peer.write(Array("two".utf8))
                #expect(!peer.isOpen)
            }
            for received in [reading, writing] {
                let reason = await received.closed.value
                if case .failed(let error) = reason {
                    #expect(error.isConnectionReset)
                } else {
                    Issue.record("\(reason)")
                }
            }
        }
    }

    @Test
    func `a closed TCP connection reports its end once, after close has returned, and again if it is started again`()
        async throws
    {
        try await withLoop { loop in
            let closed = Count()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                server.start(receive: { _ in Issue.record("received") }, closed: { _ in closed.add() })
                client.write([1])
                server.close()
                server.close()
                server.reset()
                #expect(closed.value == 0)
                try await loop.sleep(for: .milliseconds(20))
                #expect(closed.value == 1)
                server.write([1])
                server.pauseReading()
                server.resumeReading()
                server.shutdownAfterWrites()
                #expect(server.pendingWriteBytes == 0)
                #expect(server.descriptor == nil)
                server.start(receive: { _ in }, closed: { _ in closed.add() })
                #expect(closed.value == 2)
            }
        }
    }

    @Test func `a TCP connection that is closed within its read callback is not read again`() async throws {
        try await withLoop { loop in
            let received = Received()
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                received.start(server) { server.close() }
                client.write([UInt8](repeating: 1, count: 1 << 20))
            }
            #expect(await received.closed.value == .closedHere)
            #expect(received.bytes.count <= 64 * 1024)
        }
    }

    @Test func `both sides of a TCP connection have TCP_NODELAY set, and know the address of their peer`() async throws
    {
        try await withLoop { loop in
            try await loop.run {
                let (client, server) = try await connectedPair(on: loop)
                #expect(server.peerAddress?.host == "127.0.0.1")
                #expect(client.peerAddress?.port != server.peerAddress?.port)
                for connection in [client, server] {
                    let descriptor = try #require(connection.descriptor)
                    var value: Int32 = 0
                    var length = socklen_t(4)
                    let code = unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &value, &length)
                    #expect(code == 0 && value != 0)
                }
                client.close()
                server.close()
            }
        }
    }

    @Test func `connecting by TCP to a port without a listener fails`() async throws {
        try await withLoop { loop in
            // The test keeps a port bound without listening, so that nothing else can listen on the port.
            let loopback = try SocketAddress(numericHost: "127.0.0.1", port: 0)
            let silent = try Descriptor.socket(for: loopback)
            try silent.bind(to: loopback)
            let address = try #require(try silent.localAddress())
            await #expect { try await connect(to: address, on: loop) } throws: {
                ($0 as? SystemError)?.isConnectionRefused == true
            }
            withExtendedLifetime(silent) {}
        }
    }

    /// A listener with a full backlog does not answer connection attempts.
    @Test func `connecting by TCP has a time limit and can be cancelled`() async throws {
        try await withLoop { loop in
            let loopback = try SocketAddress(numericHost: "127.0.0.1", port: 0)
            let listener = try Descriptor.socket(for: loopback)
            try listener.bind(to: loopback)
            try listener.listen(backlog: 0)
            let address = try #require(try listener.localAddress())
            try await loop.run {
                var waiting: [Task<LoopBound<TCPConnection>, any Error>] = []
                for _ in 0..<8 {
                    waiting.append(Task(executorPreference: loop) { try await connect(to: address, on: loop) })
                }
                try await loop.sleep(for: .milliseconds(50))
                await #expect {
                    try await TCPConnection.connect(to: address, on: loop, timeout: .milliseconds(30))
                } throws: {
                    ($0 as? SystemError)?.isTimedOut == true
                }
                for task in waiting { task.cancel() }
                var cancelled = 0
                for task in waiting {
                    switch await task.result {
                    case .success(let connection): connection.value.close()
                    case .failure(let error):
                        #expect((error as? SystemError)?.isCancelled == true)
                        cancelled += 1
                    }
                }
                #expect(cancelled > 0)
            }
            withExtendedLifetime(listener) {}
        }
    }
}

extension RawSpan {
    fileprivate var copy: [UInt8] { unsafe withUnsafeBytes { unsafe [UInt8]($0) } }
}
