import Endpoints
import EventLoop
import EventStore
import HTTPServer
import Identity
import Logging
import Push
import Synchronization
import WebhookClient
import ZoneFiles

/// A serving process: loops, each with its listener, connections and log, and their shared services.
package final class Server: Sendable {
    /// The port at which the server serves plain HTTP.
    package let port: UInt16
    /// The port at which the server serves HTTPS; `nil` without a certificate.
    package let securePort: UInt16?
    /// The port at which the server serves HTTPS to admins; `nil` if none is configured.
    package let adminPort: UInt16?
    /// The port at which Prometheus reads the server's metrics; `nil` if none is configured.
    package var metricsPort: UInt16? { metrics?.port }
    private let shared: SharedServices
    private let metrics: MetricsServer?
    private let zones: ZoneReload
    private let push: PushChannels
    let loops: EventLoopGroup
    private let servers: [HTTPServer]
    /// The claims on addresses, which keep other processes from listening at the server's addresses.
    private let claims: Mutex<[any Sendable]>
    let serviceManager: ServiceManager
    private let startup: Task<StartedServices, any Error>
    var logger: Logger { shared.logger }
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    /// Starts listening. Clients can connect when this function returns. Until `untilReady` returns, all operations but
    /// `getLiveness` and `getStatus` get 503 with Retry-After.
    ///
    /// - Throws: an error that explains to an operator why a file cannot be read or an address cannot be used.
    package static func start(_ configuration: ServerConfiguration, logger: Logger) async throws -> Server {
        let host = try configuration.plainHost
        let certificates = try configuration.https.map { try Certificates($0, logger: logger) }
        let folder = KeyFolder(path: configuration.keys)
        let (pepper, keys) = try await folder.load()
        let chain = try ChainKeys(folder)
        try configuration.chainHeads.map { try HeadFolder(path: $0).prepare(chain.signer) }
        let mail = try configuration.mail.map {
            try MailProgram(command: $0.command, sender: $0.sender, links: $0.links)
        }
        let console = try ServedConsole.make(configuration.console, logger)
        let loops = try EventLoopGroup(loops: max(1, configuration.loops))
        do {
            // The notifications are delivered on the first loop, so the connections to push services are there too.
            let push = try await PushChannels(configuration.push, on: loops.loops[0]) { .now }
            var webhooks = WebhookLimits()
            webhooks.permitsLocal = configuration.permitsLocalWebhooks
            let shared = SharedServices(
                identity: try IdentityShared(
                    pepper: pepper, keys: keys, folder: folder, mail: mail, links: configuration.links,
                    rolesWithSecondFactor: configuration.adminsNeedSecondFactor ? [.admin] : [], hashingThreads: 2),
                keys: try PersonalKeys(folder), zones: try configuration.zones.load(),
                catalogue: try .load(configuration.catalogue), certificates: certificates, chain: chain, logger: logger,
                rates: RateMeters(configuration.rates), files: try configuration.files.map { try FileStore($0) },
                channels: NotificationChannels(push, mail: mail),
                webhooks: webhooks, console: console)
            return try Server(configuration, plainHost: host, loops, shared, push)
        } catch {
            await loops.stop()
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration, plainHost: String, _ loops: EventLoopGroup, _ shared: SharedServices,
        _ push: PushChannels
    ) throws {
        self.loops = loops
        self.push = push
        self.shared = shared
        zones = ZoneReload(folder: configuration.zones, source: shared.log.zones)
        serviceManager = configuration.serviceManager
        let listeners = try ServerListeners(configuration, plainHost: plainHost, loops.loops, shared)
        port = listeners.port
        securePort = listeners.securePort
        adminPort = listeners.adminPort
        let servers = listeners.all.flatMap(\.servers)
        self.servers = servers
        claims = Mutex(listeners.all.flatMap(\.claims))
        shared.identity.origins.set(
            configuration.origins(
                plainHost: plainHost, port: port, securePorts: [securePort, adminPort].compactMap { $0 }))
        let process = MetricsSource.Process(
            loops: loops.loops, servers: servers, shared: shared, startedAt: .now, commit: configuration.commit)
        let metrics = try configuration.metricsPort.map { try MetricsServer(port: $0, process) }
        self.metrics = metrics
        let work = Startup(configuration: configuration, loops: loops.loops, shared: shared)
        let gates = listeners.gates
        startup = Task(executorPreference: loops.loops[0]) {
            let started = try await work.run(gates)
            metrics?.started(started.services, started.background)
            return started
        }
    }

    /// Returns when the schema is up to date and requests are served. Waits for PostgreSQL.
    ///
    /// - Throws: the failure of a step of the start, such as missing rights in the database.
    package func untilReady() async throws { _ = try await startup.value }

    /// The number of password and PIN hashes computed since the start.
    package var hashesComputed: Int { shared.identity.hashesComputed }

    /// The number of held polls on all loops of the server.
    package var heldPolls: Int {
        get async throws {
            var count = 0
            for service in try await startup.value.services {
                count += try await service.run { $0.polls.count }
            }
            return count
        }
    }

    /// The number of event streams that are open on all loops of the server.
    package var openStreams: Int {
        get async throws {
            var count = 0
            for service in try await startup.value.services {
                count += try await service.run { $0.streams.count }
            }
            return count
        }
    }

    /// Stops the server: it accepts no more connections, answers open requests for at most `limit`, and closes
    /// everything. A repeated call waits until the first one has stopped the server.
    package func stop(within limit: Duration = .seconds(25)) async {
        let end = stopping.withLock { stopping in
            let end = stopping ?? Task { await self.end(within: limit) }
            stopping = end
            return end
        }
        await end.value
    }

    private func end(within limit: Duration) async {
        logger.notice("draining")
        serviceManager.tell(.stopping)
        shared.readiness.begin(.draining)
        startup.cancel()
        // The claims on the addresses are released when the server begins to stop, so that the next server can listen
        // as soon as this server has stopped listening.
        claims.withLock { $0 = [] }
        // The drain begins before the held polls are answered, so that their answers also tell clients that the
        // connection will be closed.
        for server in servers { server.beginDraining() }
        let started = try? await startup.value
        for service in started?.services ?? [] { try? await service.run { $0.closeWaits() } }
        await started?.background.giveWay()
        await withTaskGroup { group in
            for server in servers { group.addTask { await server.drain(within: limit) } }
        }
        await metrics?.stop()
        // The deliveries of notifications in progress end at once with the outcome `retry`.
        push.close()
        await started?.close()
        shared.close()
        await loops.stop()
        logger.notice("stopped")
    }

    /// Reads the certificate again, for use on new connections. If it cannot be read, the error is logged, and the
    /// present certificate stays in use.
    package func reloadCertificates() {
        shared.certificates?.reload(logger)
    }

    /// Reads the signing keys again. If they cannot be read, the error is logged, and the present keys stay in use.
    package func reloadKeys() async { await shared.identity.reloadKeys(logger) }

    /// Reads the zone database again. If it cannot be read, the error is logged, and the present rules stay in use.
    package func reloadZones() { zones.run(logger) }
}
