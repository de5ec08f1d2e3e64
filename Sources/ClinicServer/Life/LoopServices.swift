import Clinic
import EventLoop
import EventSourcing
import Identity
import Logging
import PostgresClient
import PostgresEventLog

/// Everything that one loop serves with.
struct LoopServices: Sendable {
    let loop: EventLoop
    let reads: PostgresPool
    let log: EventLog<ClinicEvent>
    let identity: Identity
    let views: ViewVersions
    let logger: Logger
    private let writes: PostgresPool

    init(on loop: EventLoop, _ configuration: ServerConfiguration, sharing process: SharedServices) {
        self.loop = loop
        logger = process.logger
        views = process.views
        var postgres = PostgresConfiguration(conninfo: configuration.database, role: servingRole)
        reads = PostgresPool(postgres, connections: configuration.readers, on: loop)
        postgres.applicationName = "chairside writer"
        writes = PostgresPool(postgres, connections: 1, on: loop)
        log = EventLog(
            on: loop, reads: reads, writes: writes, projections: ClinicFeatures.projections, sharing: process.log,
            logger: process.logger)
        identity = Identity(process.identity, pool: reads, on: loop)
    }

    func close() async {
        await reads.close()
        await writes.close()
    }
}

/// What the loops of a process have in common.
struct SharedServices: Sendable {
    let identity: IdentityShared
    let log = SharedLog<ClinicEvent>()
    let views = ViewVersions()
    let logger: Logger
}
