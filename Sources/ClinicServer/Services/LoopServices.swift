import Clinic
import EventLoop
import EventSourcing
import EventStore
import Health
import Identifiers
import Identity
import Logging
import PostgresClient
import Projections
import TimeZones
import Vault

/// The objects that the handlers of one loop's requests use, such as connection pools and caches.
package struct LoopServices {
    package let loop: EventLoop
    let shared: SharedServices
    /// The connections for accounts, sessions, access records, and reads of the event log.
    package let reads: PostgresPool
    package let documents: ClinicDocuments
    /// The replica from which the dashboard's figures are read, if there is one.
    let replica: FigureReplica?
    let accesses: AccessLog
    package let log: EventLog<ClinicEvent>
    /// The home loop of each clinic, which decides its commands.
    private(set) var homes: HomeLoops
    package let identity: Identity
    let vault: Vault
    package let health: Health
    let polls: HeldPolls
    let streams: OpenStreams
    let proxies: TrustedProxies
    package let logger: Logger
    let metrics: LoopMetrics
    let patienceForFigures: Duration

    package init(on loop: EventLoop, _ configuration: ServerConfiguration, sharing shared: SharedServices) {
        self.loop = loop
        self.shared = shared
        logger = shared.logger
        metrics = LoopMetrics(requestLog: configuration.logsRequests ? shared.logger : nil)
        polls = HeldPolls(on: loop, shared.views, limit: configuration.heldPolls)
        streams = OpenStreams(on: loop, shared.views)
        proxies = configuration.trustedProxies
        patienceForFigures = configuration.patienceForFigures
        var postgres = PostgresConfiguration(conninfo: configuration.database, role: DatabaseRole.server)
        reads = PostgresPool(postgres, connections: configuration.readers, on: loop)
        vault = Vault(pool: reads, on: loop, sharing: shared.vaultDecoding)
        let keys = shared.identity.accountKeys
        health = Health(
            pool: reads, on: loop,
            keys: KeyWrapping(
                wrap: { key, account in try keys.wrap(key, of: account) },
                unwrap: { wrapped, account in keys.unwrap(wrapped, of: account) }))
        documents = ClinicDocuments(configuration.database, connections: configuration.readers, on: loop)
        replica = configuration.replica.map { [metrics] in
            FigureReplica($0, connections: configuration.readers, on: loop, counting: metrics)
        }
        accesses = AccessLog(on: loop, reads, shared.logger)
        postgres.applicationName = "chairside writer"
        var limits = EventLogLimits()
        // The limit of cached states applies to the whole process, so each loop gets an equal share.
        limits.cachedStates /= max(1, configuration.loops)
        log = EventLog(
            on: loop, reads: reads, writes: postgres, projections: ClinicFeatures.projections, sharing: shared.log,
            limits: limits, logger: shared.logger)
        homes = HomeLoops([LoopBound(log, on: loop)])
        identity = Identity(shared.identity, pool: reads, on: loop) { [log] clinic, role in
            try await log.read(clinic, fresh: false) { model in model[.basics].mobileAccess }.areas(of: role)
        }
    }

    /// A copy of the loop's services that sends the commands of each clinic to its home loop.
    func sending(to homes: HomeLoops) -> LoopServices {
        var services = self
        services.homes = homes
        return services
    }

    /// Ends all held polls and streams. After this call nothing waits for a change.
    func closeWaits() {
        polls.close()
        streams.close()
    }

    package func close() async {
        await accesses.close()
        await identity.security.close()
        await reads.close()
        await documents.close()
        await replica?.close()
        log.close()
    }
}
