import ClinicServer
import ClinicTestSupport
import EventLoop
import Foundation
import Logging
import TestSupport
import Testing

/// Tests the addresses, ports and sockets on which a server listens, and its notices to the service manager.
@Suite(.timeLimit(.minutes(30))) struct ListeningTests {
    private func configuration(port: UInt16 = 0) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(database: "host=/nowhere", keys: try DemoKeys.folder())
        configuration.port = port
        return configuration
    }

    /// Runs `body` with servers whose database cannot be reached, and stops the servers afterwards.
    private func serving(
        _ configurations: [ServerConfiguration], _ body: ([Server]) async throws -> Void
    ) async throws {
        var servers: [Server] = []
        let result: Result<Void, any Error>
        do {
            for configuration in configurations {
                servers.append(
                    try await Server.start(
                        configuration, logger: .silent))
            }
            result = .success(try await body(servers))
        } catch { result = .failure(error) }
        for server in servers { await server.stop() }
        try result.get()
    }

    private func refused(_ configuration: ServerConfiguration) async -> String? {
        do {
            try await serving([configuration]) { _ in }
            return nil
        } catch { return "\(error)" }
    }

    @Test func `a second server on the same address does not start, and its error names the address`() async throws {
        try await serving([configuration()]) { servers in
            let port = servers[0].port
            let second = await refused(try configuration(port: port))
            #expect(second?.hasPrefix("another program listens on 127.0.0.1:\(port) already") == true)
            var everywhere = try configuration(port: port)
            everywhere.host = "0.0.0.0"
            everywhere.allowsPlainHTTP = true
            #expect(await refused(everywhere)?.hasPrefix("another program listens on 0.0.0.0:\(port) already") == true)
        }
    }

    @Test func `a server that shares its port cannot listen on the port of a server that does not share the port`()
        async throws
    {
        try await serving([configuration()]) { servers in
            var second = try configuration(port: servers[0].port)
            second.sharesPorts = true
            #expect(await refused(second)?.contains("does not share it") == true)
        }
    }

    @Test
    func `servers that share a port can listen on it together, and a server that does not share its port cannot`()
        async throws
    {
        var first = try configuration()
        first.sharesPorts = true
        try await serving([first]) { servers in
            var second = first
            second.port = servers[0].port
            try await serving([second]) { others in
                #expect(others[0].port == servers[0].port)
                second.sharesPorts = false
                #expect(await refused(second) != nil)
            }
        }
    }

    @Test func `two servers cannot share a metrics port`() async throws {
        var first = try configuration()
        first.metricsPort = 0
        first.sharesPorts = true
        try await serving([first]) { servers in
            var second = first
            second.metricsPort = servers[0].metricsPort
            let refusal = await refused(second)
            #expect(refusal?.contains("127.0.0.1:\(servers[0].metricsPort ?? 0) already") == true)
        }
    }

    @Test func `a port is free again once its server has stopped`() async throws {
        var configuration = try configuration()
        // No other test listens on this address, so the port stays free between the two servers.
        configuration.host = "127.0.0.77"
        configuration.allowsPlainHTTP = true
        try await serving([configuration]) { configuration.port = $0[0].port }
        try await serving([configuration]) { #expect($0[0].port == configuration.port) }
    }

    @Test func `a server configured for localhost listens on both 127.0.0.1 and ::1`() async throws {
        var configuration = try configuration()
        configuration.host = "localhost"
        let wire = try EventLoop(name: "apps")
        try await serving([configuration]) { servers in
            for host in ["127.0.0.1", "::1"] {
                let address = try SocketAddress(numericHost: host, port: servers[0].port)
                try await wire.run { try await TCPConnection.connect(to: address, on: wire).close() }
            }
        }
        await wire.stop()
    }

    private func answer(of arguments: [String]) async throws -> String {
        try await Shell.run(["curl", "-sS", "-m", "60"] + arguments)
    }

    @Test func `a server listens on a Unix socket, and removes the socket's file when the server stops`() async throws {
        let path = "/tmp/chairside-\(UInt32.random(in: 0...(.max)))"
        var configuration = try configuration()
        configuration.unixSocket = path
        try await serving([configuration]) { _ in
            let answer = try await answer(of: ["--unix-socket", path, "http://localhost/livez"])
            #expect(answer.contains(#""status":"ok""#))
            #expect(await refused(configuration)?.contains(path) == true)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a server listens only on the inherited sockets that its service manager opened for it`() async throws {
        let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
        let (number, port) = (dup(socket.descriptor.raw), socket.port)
        var configuration = try configuration()
        configuration.serviceManager.sockets = [(name: "chairside.socket", descriptor: number)]
        try await serving([configuration]) { servers in
            #expect(servers[0].port == port)
            let answer = try await answer(of: ["http://127.0.0.1:\(port)/livez"])
            #expect(answer.contains(#""status":"ok""#))
        }
        var variables = ["LISTEN_PID": "17", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "http:https"]
        #expect(ServiceManager(environment: variables, process: 18).sockets.isEmpty)
        let sockets = ServiceManager(environment: variables, process: 17).sockets
        #expect(sockets.map(\.name) == ["http", "https"])
        #expect(sockets.map(\.descriptor) == [3, 4])
        variables["LISTEN_FDNAMES"] = nil
        #expect(ServiceManager(environment: variables, process: 17).sockets.map(\.name) == ["", ""])
    }

    @Test
    func `an HTTPS socket of systemd needs a certificate, and a public HTTP socket needs an option that permits it`()
        async throws
    {
        for (host, name, text) in [("127.0.0.1", "https", "--tls-cert"), ("0.0.0.0", "http", "plain HTTP")] {
            let socket = try ListeningSocket(host: host, port: 0)
            var configuration = try configuration()
            configuration.serviceManager.sockets = [(name: name, descriptor: socket.descriptor.raw)]
            #expect(await refused(configuration)?.contains(text) == true)
            withExtendedLifetime(socket) {}
        }
    }

    @Test(.database(.demo))
    func `the server notifies its service manager when it is ready, alive and stopping`()
        async throws
    {
        let path = "/tmp/chairside-\(UInt32.random(in: 0...(.max)))"
        let notices = try Datagrams(path: path)
        var configuration = ServerConfiguration(
            database: try TestDatabase.current.conninfo, keys: try DemoKeys.folder())
        configuration.port = 0
        configuration.serviceManager = ServiceManager(
            environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000"], process: getpid())
        try await serving([configuration]) { servers in
            let running = Task { try await servers[0].run {} }
            #expect(await notices.next() == "READY=1")
            for _ in 0..<3 { #expect(await notices.next() == "WATCHDOG=1") }
            await servers[0].stop()
            var notice = await notices.next()
            while notice == "WATCHDOG=1" { notice = await notices.next() }
            #expect(notice == "STOPPING=1")
            running.cancel()
            _ = await running.result
        }
    }

    @Test func `a PROXY header is required from trusted proxies, and refused from other addresses`() async throws {
        var configuration = try configuration()
        configuration.proxyProtocol = true
        configuration.trustedProxies = TrustedProxies([try #require(AddressNetwork("127.0.0.1"))])
        configuration.host = "localhost"
        try await serving([configuration]) { servers in
            let proxied = try await answer(of: ["--haproxy-protocol", "http://127.0.0.1:\(servers[0].port)/livez"])
            #expect(proxied.contains(#""status":"ok""#))
            await #expect(throws: (any Error).self) {
                try await answer(of: ["http://127.0.0.1:\(servers[0].port)/livez"])
            }
            let plain = try await answer(of: ["http://[::1]:\(servers[0].port)/livez"])
            #expect(plain.contains(#""status":"ok""#))
            let forged = try await answer(of: ["--haproxy-protocol", "http://[::1]:\(servers[0].port)/livez"])
            #expect(forged.contains("malformed"))
        }
    }

    @Test func `an IPv6 listening address is written in brackets before its port`() {
        #expect(authority("2001:db8::1", 8080) == "[2001:db8::1]:8080")
        #expect(authority("127.0.0.1", 8080) == "127.0.0.1:8080")
        #expect("\(ConfigurationError.addressInUse(authority("::1", 80)))".contains("[::1]:80"))
    }
}

/// Receives the messages that a server sends to its service manager, on a Unix socket.
private final class Datagrams: Sendable {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws {
        let socket = Descriptor(taking: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        try socket.bind(toUnix: path)
        descriptor = socket.release()
        self.path = path
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    /// Waits for the next message. The wait has a thread of its own, since receiving blocks.
    func next() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
        }
    }
}
