import Clinic
import Endpoints
import EventLoop
import EventSourcing
import HTTPServer
import Identity
public import Logging
import PostgresClient
import PostgresEventLog

/// A serving process: loops, each with its listener, connections and log; and what they share.
public final class Server: Sendable {
    /// Of plain HTTP.
    public let port: UInt16
    /// Of HTTPS, where there is a certificate.
    public let securePort: UInt16?
    /// Of HTTPS for admins alone, where that was asked for.
    public let adminPort: UInt16?
    private let certificates: Certificates?
    private let loops: EventLoopGroup
    private let services: [LoopServices]
    private let servers: [HTTPServer]
    private let following: Following
    private let logger: Logger

    /// Migrates the database, connects and listens. Clients can connect when it returns.
    ///
    /// - Throws: what cannot be migrated, read or bound, in words for an operator.
    public static func start(_ configuration: ServerConfiguration, logger: Logger) async throws -> Server {
        let host = try configuration.plainHost
        let certificates = try configuration.https.map { try Certificates($0, logger: logger) }
        let (pepper, keys) = try await KeyFolder(path: configuration.keys).load()
        let loops = try EventLoopGroup(loops: max(1, configuration.loops))
        do {
            try await Migrator().run(PostgresConfiguration(conninfo: configuration.database), on: loops.loops[0])
            let shared = SharedServices(
                identity: try IdentityShared(pepper: pepper, keys: keys, hashingThreads: 2),
                certificates: certificates, description: try ServerAPI.description(), logger: logger)
            return try await Server(configuration, plainHost: host, loops, shared)
        } catch {
            await loops.stop()
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration, plainHost: String, _ loops: EventLoopGroup, _ shared: SharedServices
    ) async throws {
        self.loops = loops
        logger = shared.logger
        certificates = shared.certificates
        let endpoints = ServerAPI.endpoints
        let router = try Router(endpoints.map(\.operation))
        var services: [LoopServices] = []
        for loop in loops.loops {
            services.append(try await loop.run { LoopServices(on: loop, configuration, sharing: shared) })
        }
        let homes = ClinicHomes(services.map(\.log))
        shared.log.announcements.onAppended { clinic, events in shared.views.appended(events, in: clinic) }
        func dispatchers(_ door: Door) -> [Dispatcher] {
            services.map { Dispatcher($0.sending(to: homes), endpoints: endpoints, router: router, door: door) }
        }
        let common = dispatchers(configuration.https?.admin == nil ? .everybody : .everybodyButAdmins)
        let plain = Listening(host: plainHost, port: configuration.port)
        var servers = try plain.start(common)
        port = servers[0].port
        var (securePort, adminPort): (UInt16?, UInt16?)
        if let https = configuration.https, let credentials = shared.certificates?.credentials {
            var secure = Listening(
                host: configuration.host, port: https.port, credentials: credentials,
                fields: .overTLS(strictTransportSeconds: https.strictTransportSeconds))
            let secureServers = try secure.start(common)
            securePort = secureServers[0].port
            servers += secureServers
            if let admin = https.admin {
                secure.port = admin.port
                secure.credentials = shared.certificates?.adminCredentials
                let adminServers = try secure.start(dispatchers(.admins))
                adminPort = adminServers[0].port
                servers += adminServers
            }
        }
        self.securePort = securePort
        self.adminPort = adminPort
        self.services = services
        self.servers = servers
        let first = services[0]
        following = try await first.loop.run {
            let following = Following(first, sharing: shared)
            await following.start(configuration, shared.identity)
            return following
        }
    }

    /// Accepts no more, answers what is under way, and lets go of everything.
    public func stop(within limit: Duration = .seconds(25)) async {
        logger.notice("draining")
        await withTaskGroup { group in
            for server in servers { group.addTask { await server.drain(within: limit) } }
        }
        try? await services[0].loop.run { [following] in await following.stop() }
        for service in services { try? await service.loop.run { await service.close() } }
        await loops.stop()
        logger.notice("stopped")
    }

    /// Reads the certificate again: new connections get the new one. What is wrong with it is logged, and leaves things as they are.
    public func reloadCertificates() {
        certificates?.reload(logger)
    }

    /// Waits for SIGTERM or SIGINT, then stops. SIGHUP makes it read its certificate again.
    public func runUntilSignalled() async throws {
        let loop = loops.loops[0]
        let signals: [Int32] = [2, 15]
        let (stream, arrived) = AsyncStream.makeStream(of: Int32.self)
        loop.execute {
            do {
                _ = try SignalSource(on: loop, signals: signals) { arrived.yield($0) }
                if self.certificates != nil {
                    _ = try SignalSource(on: loop, signals: [1]) { _ in self.reloadCertificates() }
                }
            } catch {
                self.logger.error("cannot wait for signals", metadata: ["reason": "\(error)"])
                arrived.finish()
            }
        }
        for await _ in stream { break }
        await stop()
    }
}
