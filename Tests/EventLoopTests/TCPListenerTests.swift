import EventLoop
import Glibc
import Testing

struct TCPListenerTests {
    @Test func `two loops listen on one port and share what comes`() async throws {
        try await withLoops(2) { loops in
            let (first, second) = (try #require(loops.first), try #require(loops.last))
            let accepted = [Count(), Count()]
            let one = try TCPListener(on: first, host: "127.0.0.1", port: 0) { connection in
                #expect(first.isCurrent && connection.loop === first)
                accepted[0].add()
            }
            let two = try TCPListener(on: second, host: "127.0.0.1", port: one.port) { connection in
                #expect(second.isCurrent && connection.loop === second)
                accepted[1].add()
            }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: two.port)
            for _ in 0..<64 { _ = try await TCPConnection.connect(to: address, on: first) }
            while accepted[0].value + accepted[1].value < 64 { try await first.sleep(for: .milliseconds(1)) }
            #expect(accepted[0].value > 5)
            #expect(accepted[1].value > 5)
        }
    }

    @Test func `an IPv6 listener takes IPv4 too`() async throws {
        try await withLoop { loop in
            let peers = Recorder<String>()
            let listener = try TCPListener(on: loop, host: "::", port: 0) { connection in
                peers.record(connection.peerAddress?.host ?? "")
            }
            for host in ["127.0.0.1", "::1"] {
                let address = try SocketAddress(numericHost: host, port: listener.port)
                _ = try await TCPConnection.connect(to: address, on: loop)
            }
            while peers.values.count < 2 { try await loop.sleep(for: .milliseconds(1)) }
            #expect(peers.values == ["::ffff:127.0.0.1", "::1"])
        }
    }

    @Test func `a port that another socket has is refused by name`() async throws {
        try await withLoop { loop in
            #expect {
                try TCPListener(on: loop, host: "no-address", port: 0) { _ in }
            } throws: { ($0 as? SystemError)?.name == "EINVAL" }
            #expect {
                // TEST-NET-1 (RFC 5737): not an address of ours.
                try TCPListener(on: loop, host: "192.0.2.1", port: 0) { _ in }
            } throws: { ($0 as? SystemError)?.description.hasPrefix("bind 192.0.2.1:0: address not available") == true }
        }
    }

    @Test func `a listener closed before its loop came to it listens no more`() async throws {
        try await withLoop { loop in
            let port = try await loop.run {
                let listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { _ in }
                listener.close()
                listener.close()
                return listener.port
            }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: port)
            await #expect { try await TCPConnection.connect(to: address, on: loop) } throws: {
                ($0 as? SystemError)?.isConnectionRefused == true
            }
        }
    }

    /// In a process of its own, for it takes all descriptors.
    @Test func `without descriptors clients wait, nothing spins, and then it goes on`() async throws {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop(name: "test")
            let accepted = Recorder<TCPConnection>()
            let listener = try TCPListener(on: loop, host: "127.0.0.1", port: 0) { accepted.record($0) }
            let address = try SocketAddress(numericHost: "127.0.0.1", port: listener.port)
            let clients = try await (0..<10).asyncMap { _ in try await TCPConnection.connect(to: address, on: loop) }
            while accepted.values.count < 10 { try await loop.sleep(for: .milliseconds(1)) }
            // Room for five more clients, and for none of their other ends: every number up to the limit is taken.
            let late = (0..<5).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
            var hoard: [Int32] = []
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while case let copy = dup(0), copy >= 0 { hoard.append(copy) }
            for client in late { try #require(unsafe address.withSockaddr { unsafe connect(client, $0, $1) } == 0) }
            // Whoever spins does so all the time; the process may have something else to do now and then.
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
