import EventLoop
import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5))) struct TCPListenerTests {
    @Test func `two event loops that listen on the same port share its connections`() async throws {
        try await withLoops(2) { loops in
            let (first, second) = (try #require(loops.first), try #require(loops.last))
            let accepted = [Count(), Count()]
            let one = try TCPListener(on: first, ListeningSocket(host: "127.0.0.1", port: 0)) { connection in
                #expect(first.isCurrent && connection.loop === first)
                accepted[0].add()
            }
            let two = try TCPListener(on: second, ListeningSocket(host: "127.0.0.1", port: one.port)) { connection in
                #expect(second.isCurrent && connection.loop === second)
                accepted[1].add()
            }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: two.port)
            for _ in 0..<64 { _ = try await connect(to: address, on: first) }
            while accepted[0].value + accepted[1].value < 64 { try await first.sleep(for: .milliseconds(1)) }
            #expect(accepted[0].value > 5)
            #expect(accepted[1].value > 5)
        }
    }

    @Test func `a listening address that is claimed cannot be claimed again until the claim is released`()
        async throws
    {
        var claim: AddressClaim? = try AddressClaim(host: "127.0.0.1", port: 0)
        let port = try #require(claim?.port)
        #expect(throws: SystemError.self) { try AddressClaim(host: "127.0.0.1", port: port) }
        #expect(try AddressClaim.isHeld(host: "127.0.0.1", port: port))
        // The process that has claimed the address can still listen on it with several event loops.
        for _ in 0..<2 {
            let socket = try ListeningSocket(host: "127.0.0.1", port: port)
            let own = socket.port
            #expect(own == port)
        }
        withExtendedLifetime(claim) {}
        claim = nil
        #expect(try !AddressClaim.isHeld(host: "127.0.0.1", port: port))
        #expect(try AddressClaim(host: "127.0.0.1", port: port).port == port)
    }

    @Test
    func `an address and port cannot be claimed while a program listens on them, or on that port of all addresses`()
        async throws
    {
        for host in ["127.0.0.1", "0.0.0.0", "::"] {
            let other = try ListeningSocket(host: host, port: 0)
            let port = other.port
            #expect { try AddressClaim(host: "127.0.0.1", port: port) } throws: {
                ($0 as? SystemError)?.isAddressInUse == true
            }
            withExtendedLifetime(other) {}
        }
    }

    @Test func `a connection's client address comes from its PROXY header, and its data begins after the header`()
        async throws
    {
        try await withLoop { loop in
            let accepted = Event<SocketAddress?>()
            let received = Event<[UInt8]>()
            let listener = try TCPListener(
                on: loop, ListeningSocket(host: "127.0.0.1", port: 0), expectsProxyHeader: { _ in true }
            ) { connection in
                connection.start(
                    receive: { bytes in
                        var all: [UInt8] = []
                        unsafe bytes.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
                        received.fire(all)
                    }, closed: { _ in })
                accepted.fire(connection.peerAddress)
            }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: listener.port)
            // The client runs only on the event loop, so that its PROXY header arrives within the time limit even if
            // other threads are busy.
            try await loop.run {
                let proxy = try await TCPConnection.connect(to: address, on: loop)
                proxy.start(receive: { _ in }, closed: { _ in })
                proxy.write(Array("PROXY TCP4 192.0.2.1 ".utf8))
                // Pause between the two writes, so that the PROXY header usually arrives in two parts.
                for _ in 0..<10 { try await loop.sleep(for: .milliseconds(1)) }
                proxy.write(Array("198.51.100.2 56324 443\r\nGET /".utf8))
            }
            #expect(await accepted.value?.description == "192.0.2.1:56324")
            #expect(await received.value == Array("GET /".utf8))
            withExtendedLifetime(listener) {}
        }
    }

    @Test func `a connection from a proxy that does not send the client's address is closed`() async throws {
        try await withLoop { loop in
            let listener = try TCPListener(
                on: loop, ListeningSocket(host: "127.0.0.1", port: 0), expectsProxyHeader: { $0?.isLoopback == true }
            ) { _ in Issue.record("accepted") }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: listener.port)
            for text in ["GET / HTTP/1.1\r\n", ""] {
                let ended = Event<CloseReason>()
                try await loop.run {
                    let client = try await TCPConnection.connect(to: address, on: loop)
                    client.start(receive: { _ in }, closed: { ended.fire($0) })
                    if text.isEmpty { client.shutdownAfterWrites() } else { client.write(Array(text.utf8)) }
                }
                _ = await ended.value
            }
        }
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `a Unix socket can be claimed once, and only a socket file without a listener is replaced`()
        async throws
    {
        let path = "/tmp/chairside-\(UInt32.random(in: 0...(.max)))"
        do {
            let claim = try UnixClaim.take(path)
            let socket = try ListeningSocket(claim)
            #expect { try UnixClaim.take(path) } throws: { ($0 as? SystemError)?.isAddressInUse == true }
            withExtendedLifetime(socket) {}
            withExtendedLifetime(claim) {}
        }
        #expect(!isThere(path))
        // A socket file without a listener is taken over. A file that is not a socket is refused and kept.
        do {
            let left = try Descriptor.unixSocket()
            try left.bind(toUnix: path)
        }
        #expect(isThere(path))
        do { _ = try UnixClaim.take(path) }
        try "text".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: SystemError.self) { try UnixClaim.take(path) }
        #expect(isThere(path))
        unsafe unlink(path)
    }

    /// The program that listens has claimed another path, and its socket file is then moved to the path of the
    /// listener. So only the socket file itself shows that a program listens on it.
    @Test func `a listener does not take over a Unix socket on which another program listens`() throws {
        let path = "/tmp/chairside-\(UInt32.random(in: 0...(.max)))"
        let claim = try UnixClaim.take(path + ".first")
        let socket = try ListeningSocket(claim)
        try FileManager.default.moveItem(atPath: path + ".first", toPath: path)
        #expect { try UnixClaim.take(path) } throws: { ($0 as? SystemError)?.isAddressInUse == true }
        #expect(isThere(path))
        withExtendedLifetime(socket) {}
        unsafe unlink(path)
    }

    @Test func `an IPv6 listener accepts IPv4 connections too`() async throws {
        try await withLoop { loop in
            let peers = Recorder<String>()
            let listener = try TCPListener(on: loop, ListeningSocket(host: "::", port: 0)) { connection in
                peers.record(connection.peerAddress?.host ?? "")
            }
            for host in ["127.0.0.1", "::1"] {
                let address = try SocketAddress(numericHost: host, port: listener.port)
                _ = try await connect(to: address, on: loop)
            }
            while peers.values.count < 2 { try await loop.sleep(for: .milliseconds(1)) }
            #expect(peers.values == ["::ffff:127.0.0.1", "::1"])
        }
    }

    @Test func `listening on an unavailable address fails, and the error names the address`() async throws {
        try await withLoop { loop in
            #expect {
                try TCPListener(on: loop, ListeningSocket(host: "no-address", port: 0)) { _ in }
            } throws: { ($0 as? SystemError)?.name == "EINVAL" }
            #expect {
                // 192.0.2.1 is reserved for documentation (TEST-NET-1, RFC 5737), so no machine has it.
                try TCPListener(on: loop, ListeningSocket(host: "192.0.2.1", port: 0)) { _ in }
            } throws: { ($0 as? SystemError)?.description.hasPrefix("bind 192.0.2.1:0: address not available") == true }
        }
    }

    @Test func `a TCP listener closed before its event loop runs does not listen`() async throws {
        try await withLoop { loop in
            let port = try await loop.run {
                let listener = try TCPListener(on: loop, ListeningSocket(host: quietHost, port: 0)) { _ in }
                listener.close()
                listener.close()
                return listener.port
            }
            let address = try SocketAddress(numericHost: quietHost, port: port)
            await #expect { try await connect(to: address, on: loop) } throws: {
                ($0 as? SystemError)?.isConnectionRefused == true
            }
        }
    }

    /// The test runs in a separate process, since it uses up all file descriptors.
    @Test func `a TCP listener without free file descriptors does not busy-wait, and accepts waiting clients later`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop(name: "test")
            let accepted = Recorder<LoopBound<TCPConnection>>()
            let listener = try TCPListener(on: loop, ListeningSocket(host: "127.0.0.1", port: 0)) {
                accepted.record(LoopBound($0, on: loop))
            }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: listener.port)
            let clients = try await (0..<10).asyncMap { _ in try await connect(to: address, on: loop) }
            while accepted.values.count < 10 { try await loop.sleep(for: .milliseconds(1)) }
            // Five more clients got their sockets before all other file descriptors were used up. The listener cannot
            // accept them, since it has no file descriptor left.
            let late = (0..<5).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
            var hoard: [Int32] = []
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let copy = dup(0), copy >= 0 { hoard.append(copy) }
            for client in late {
                try #require(unsafe address.withSockaddr { unsafe Glibc.connect(client, $0, $1) } == 0)
            }
            // A spinning loop uses the processor in every measured period. The process may have other work in some of
            // them, so only the period with the least use counts.
            var idlest = Double.infinity
            for _ in 0..<20 where idlest > 0.03 {
                let before = clock()
                try await loop.sleep(for: .milliseconds(300))
                idlest = min(idlest, Double(clock() - before) / 1e6)
            }
            try #require(accepted.values.count == 10)
            try #require(idlest < 0.03, "it spins")
            for copy in hoard { close(copy) }
            while accepted.values.count < 15 { try await loop.sleep(for: .milliseconds(1)) }
            for client in late { close(client) }
            try #require(clients.count == 10)
            await loop.stop()
        }
    }
}

extension Range<Int> {
    fileprivate func asyncMap<T>(_ transform: (Int) async throws -> T) async rethrows -> [T] {
        var mapped: [T] = []
        for index in self { mapped.append(try await transform(index)) }
        return mapped
    }
}
