import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import PostgresClient
import Projections
import TimeZones

/// All services of one loop.
package struct LoopServices {
    package let loop: EventLoop
    /// The connections for accounts, sessions and the log.
    package let reads: PostgresPool
    package let documents: ClinicDocuments
    /// The replica for reading figures, if there is one.
    let replica: FigureReplica?
    let accesses: AccessLog
    package let log: EventLog<ClinicEvent>
    /// The loop that decides each clinic's commands.
    private(set) var homes: HomeLoops
    package let identity: Identity
    let views: ViewVersions
    let polls: HeldPolls
    let rates: RateMeters
    let proxies: TrustedProxies
    let certificates: Certificates?
    let chain: ChainKeys
    package let logger: Logger
    let metrics: LoopMetrics
    let readiness: Readiness
    let pulse: WritePulse
    let feeds: FeedWatch
    let asyncProjections: AsyncProjectionWatch
    let projectionAudit: ProjectionAuditFindings
    let unreadable: UnreadableEvents
    let patienceForFigures: Duration

    package init(on loop: EventLoop, _ configuration: ServerConfiguration, sharing process: SharedServices) {
        self.loop = loop
        logger = process.logger
        metrics = LoopMetrics(requestLog: configuration.logsRequests ? process.logger : nil)
        views = process.views
        polls = HeldPolls(on: loop, process.views)
        rates = process.rates
        proxies = configuration.trustedProxies
        certificates = process.certificates
        chain = process.chain
        readiness = process.readiness
        pulse = process.pulse
        feeds = process.feeds
        asyncProjections = process.asyncProjections
        projectionAudit = process.projectionAudit
        unreadable = process.log.unreadable
        patienceForFigures = configuration.patienceForFigures
        var postgres = PostgresConfiguration(conninfo: configuration.database, role: servingRole)
        reads = PostgresPool(postgres, connections: configuration.readers, on: loop)
        documents = ClinicDocuments(configuration.database, connections: configuration.readers, on: loop)
        replica = configuration.replica.map { [metrics] in
            FigureReplica($0, connections: configuration.readers, on: loop, counting: metrics)
        }
        accesses = AccessLog(on: loop, reads, process.logger)
        postgres.applicationName = "chairside writer"
        var limits = EventLogLimits()
        // The capacity of the process is divided among its loops.
        limits.cachedStates /= max(1, configuration.loops)
        log = EventLog(
            on: loop, reads: reads, writes: postgres, projections: ClinicFeatures.projections, sharing: process.log,
            limits: limits, logger: process.logger)
        homes = HomeLoops([LoopBound(log, on: loop)])
        identity = Identity(process.identity, pool: reads, on: loop) { [log] clinic, role in
            try await log.read(clinic, fresh: false) { model in model[.basics].mobileAccess }.areas(of: role)
        }
    }

    /// The services with the commands of each clinic decided on one of several loops.
    func sending(to homes: HomeLoops) -> LoopServices {
        var services = self
        services.homes = homes
        return services
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

/// The logs of all loops, of which one decides a clinic's commands. So no other loop of the process outdates its cache
/// of the clinic, and all commands that arrive meanwhile go into its next batch.
struct HomeLoops: Sendable {
    private let logs: [LoopBound<EventLog<ClinicEvent>>]

    /// Chooses for each clinic the loop that decides its commands.
    ///
    /// - Parameter logs: the logs of the loops, at least one.
    init(_ logs: [LoopBound<EventLog<ClinicEvent>>]) { self.logs = logs }

    subscript(_ clinic: UUIDBytes) -> LoopBound<EventLog<ClinicEvent>> {
        logs[Int((clinic.high ^ clinic.low) % UInt64(logs.count))]
    }
}

/// The services that the loops of a process share.
package struct SharedServices: Sendable {
    let identity: IdentityShared
    let log: SharedLog<ClinicEvent>
    let keys: PersonalKeys
    let views = ViewVersions()
    let readiness = Readiness()
    let pulse = WritePulse()
    let feeds = FeedWatch()
    let asyncProjections = AsyncProjectionWatch()
    let projectionAudit = ProjectionAuditFindings(ClinicFeatures.projections)
    let certificates: Certificates?
    let chain: ChainKeys
    let logger: Logger
    let rates: RateMeters

    init(
        identity: IdentityShared, keys: PersonalKeys, zones: ZoneRules, certificates: Certificates?, chain: ChainKeys,
        logger: Logger, rates: RateMeters
    ) {
        self.identity = identity
        self.keys = keys
        log = SharedLog(keys: keys, zones: ZoneSource(zones), logger: logger)
        self.certificates = certificates
        self.chain = chain
        self.logger = logger
        self.rates = rates
    }

    /// For work that serves no requests.
    package init(
        identity: IdentityShared, keys: PersonalKeys, zones: ZoneRules, chain: ChainKeys, logger: Logger
    ) {
        self.init(
            identity: identity, keys: keys, zones: zones, certificates: nil, chain: chain, logger: logger,
            rates: RateMeters(.none))
    }
}

extension PersonalKeys {
    /// A store of person keys with the master keys of a folder.
    package convenience init(_ folder: KeyFolder) throws {
        self.init(try MasterKeys { try folder.masterKeys() })
    }
}
