import Endpoints
import EventLoop
import EventStore
import HTTPServer
import Identity
import Logging
import Synchronization
import ZoneFiles

/// A serving process: loops, each with its listener, connections and log, and their shared services.
package final class Server: Sendable {
    /// The port of plain HTTP.
    package let port: UInt16
    /// The port of HTTPS, if there is a certificate.
    package let securePort: UInt16?
    /// The port of HTTPS for admins, if configured.
    package let adminPort: UInt16?
    /// The port of the metrics, if configured.
    package var metricsPort: UInt16? { metrics?.port }
    private let certificates: Certificates?
    private let readiness: Readiness
    private let metrics: MetricsServer?
    private let identity: IdentityShared
    private let zones: ZoneReload
    private let loops: EventLoopGroup
    private let servers: [HTTPServer]
    /// The claims that keep other processes from listening at the same addresses.
    private let claims: Mutex<[any Sendable]>
    private let serviceManager: ServiceManager
    private let startup: Task<Startup.Opened, any Error>
    private let logger: Logger
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    /// Starts listening. Clients can connect when it returns; until `untilReady` returns they get 503 with Retry-After.
    ///
    /// - Throws: an error of reading or binding, in words for an operator.
    package static func start(_ configuration: ServerConfiguration, logger: Logger) async throws -> Server {
        let host = try configuration.plainHost
        let certificates = try configuration.https.map { try Certificates($0, logger: logger) }
        let folder = KeyFolder(path: configuration.keys)
        let (pepper, keys) = try await folder.load()
        let chain = try ChainKeys(folder)
        try configuration.chainHeads.map { try HeadFolder(path: $0).prepare(chain.signer) }
        let mail = try configuration.mail.map {
            try MailProgram(command: $0.command, sender: $0.sender, link: $0.link)
        }
        let loops = try EventLoopGroup(loops: max(1, configuration.loops))
        do {
            let shared = SharedServices(
                identity: try IdentityShared(
                    pepper: pepper, keys: keys, folder: folder, mail: mail,
                    rolesWithSecondFactor: configuration.adminsNeedSecondFactor ? [.admin] : [], hashingThreads: 2),
                keys: try PersonalKeys(folder), zones: try configuration.zones.load(), certificates: certificates,
                chain: chain,
                logger: logger, rates: RateMeters(configuration.rates))
            return try Server(configuration, plainHost: host, loops, shared)
        } catch {
            await loops.stop()
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration, plainHost: String, _ loops: EventLoopGroup, _ shared: SharedServices
    ) throws {
        self.loops = loops
        logger = shared.logger
        certificates = shared.certificates
        identity = shared.identity
        zones = ZoneReload(folder: configuration.zones, source: shared.log.zones)
        let operations = ServerAPI.operations
        let router = try Router(operations)
        let readiness = shared.readiness
        self.readiness = readiness
        let crossOrigin = CrossOrigin(configuration.allowedOrigins, operations, router: router)
        func gates(_ access: ListenerAccess) -> [LoopBound<StartupGate>] {
            loops.loops.map {
                LoopBound(
                    sending: StartupGate(
                        on: $0, access, operations, router: router, readiness: readiness, crossOrigin), on: $0)
            }
        }
        let common = gates(configuration.https?.admin == nil ? .everybody : .everybodyButAdmins)
        var all = common
        let places = try ListeningPlaces(configuration, plainHost: plainHost)
        var listening = Listening(place: places.plain[0])
        let proxies = configuration.trustedProxies
        if configuration.proxyProtocol { listening.expectsProxyHeader = { proxies.trusts($0) } }
        var open: [Listening.Open] = []
        for place in places.plain {
            listening.place = place
            open.append(try listening.start(common))
        }
        port = open[0].port
        var (securePort, adminPort): (UInt16?, UInt16?)
        if let https = configuration.https, let credentials = shared.certificates?.credentials {
            listening.credentials = credentials
            listening.fields = .overTLS(strictTransportSeconds: https.strictTransportSeconds)
            for place in places.secure {
                listening.place = place
                let opened = try listening.start(common)
                securePort = securePort ?? opened.port
                open.append(opened)
            }
            if let admin = https.admin {
                listening.place = .address(
                    host: configuration.host, port: admin.port, isShared: configuration.sharesPorts)
                listening.credentials = shared.certificates?.adminCredentials
                let admins = gates(.admins)
                all += admins
                let adminsAlone = try listening.start(admins)
                adminPort = adminsAlone.port
                open.append(adminsAlone)
            }
        }
        identity.origins.set(
            configuration.origins(
                plainHost: plainHost, port: port, securePorts: [securePort, adminPort].compactMap { $0 }))
        self.securePort = securePort
        self.adminPort = adminPort
        let servers = open.flatMap(\.servers)
        self.servers = servers
        serviceManager = configuration.serviceManager
        claims = Mutex(open.flatMap(\.claims))
        let process = MetricsSource.Process(
            loops: loops.loops, servers: servers, shared: shared, startedAt: .now, commit: configuration.commit)
        let metrics = try configuration.metricsPort.map { try MetricsServer(port: $0, process) }
        self.metrics = metrics
        let work = Startup(configuration: configuration, loops: loops.loops, shared: shared)
        let gates = all
        startup = Task(executorPreference: loops.loops[0]) {
            let opened = try await work.run(gates)
            metrics?.opened(opened.services, opened.asyncProjections)
            return opened
        }
    }

    /// Returns when the schema is up to date and requests are served. Waits for PostgreSQL.
    ///
    /// - Throws: a failure that waiting cannot fix, such as a database that is newer than the program.
    package func untilReady() async throws { _ = try await startup.value }

    /// The number of password and PIN hashes computed since the start.
    package var hashesComputed: Int { identity.hashesComputed }

    /// The number of held polls.
    package var heldPolls: Int {
        get async throws {
            var count = 0
            for service in try await startup.value.services {
                count += try await service.run { $0.polls.count }
            }
            return count
        }
    }

    /// Stops the server: it accepts no more connections, answers open requests, and closes everything. May be called
    /// again.
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
        readiness.begin(.draining)
        startup.cancel()
        // The next server may listen as soon as this one has stopped listening.
        claims.withLock { $0 = [] }
        // Before the held polls are answered, so that those answers announce the connection's end too.
        for server in servers { server.beginDraining() }
        let opened = try? await startup.value
        for service in opened?.services ?? [] { try? await service.run { $0.polls.close() } }
        await opened?.asyncProjections.giveWay()
        await withTaskGroup { group in
            for server in servers { group.addTask { await server.drain(within: limit) } }
        }
        await metrics?.stop()
        await opened?.close()
        await loops.stop()
        logger.notice("stopped")
    }

    /// Reads the certificate again: new connections get the new one. Errors are logged, and the present one stays in
    /// use.
    package func reloadCertificates() {
        certificates?.reload(logger)
    }

    /// Reads the signing keys again. Errors are logged, and the present ones stay in use.
    package func reloadKeys() async { await identity.reloadKeys(logger) }

    /// Reads the zone database again. Errors are logged, and the present rules stay in use.
    package func reloadZones() { zones.run(logger) }

    /// Serves until SIGTERM or SIGINT, then stops. SIGHUP reads certificate, keys and time zones again; SIGUSR1 and
    /// SIGUSR2 do nothing.
    ///
    /// - Parameter ready: called when requests are served.
    /// - Throws: the reason why it did not become ready; it has stopped then.
    package func run(ready: () -> Void) async throws {
        let loop = loops.loops[0]
        let (turns, next) = AsyncStream.makeStream(of: Turn.self)
        loop.execute {
            do {
                _ = try SignalSource(on: loop, signals: [2, 15]) { _ in next.yield(.signalled) }
                _ = try SignalSource(on: loop, signals: [1]) { _ in
                    self.reloadCertificates()
                    Task { await self.reloadKeys() }
                    Task { self.reloadZones() }
                }
                // By default SIGUSR1 and SIGUSR2 would end the process. Log rotation sends them, and there is no log
                // file to open again.
                _ = try SignalSource(on: loop, signals: [10, 12]) { signal in
                    self.logger.notice("signal ignored", metadata: ["signal": "\(signal)"])
                }
                self.logger.debug("signals are heard")
            } catch { next.yield(.failed(error)) }
        }
        Task {
            do {
                try await untilReady()
                next.yield(.ready)
            } catch { next.yield(.failed(error)) }
        }
        var watching: Task<Void, Never>?
        defer { watching?.cancel() }
        for await turn in turns {
            switch turn {
            case .ready:
                ready()
                serviceManager.tell(.ready)
                watching = Task { await serviceManager.keepTelling(loops.loops) }
            case .signalled: return await stop()
            case .failed(let error):
                await stop()
                throw error
            }
        }
    }

    private enum Turn: Sendable {
        case ready
        case signalled
        case failed(any Error)
    }
}
