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
    /// The API's description.
    let description: [UInt8]

    init(on loop: EventLoop, _ configuration: ServerConfiguration, sharing process: SharedServices) {
        self.loop = loop
        logger = process.logger
        views = process.views
        description = process.description
        var postgres = PostgresConfiguration(conninfo: configuration.database, role: servingRole)
        reads = PostgresPool(postgres, connections: configuration.readers, on: loop)
        postgres.applicationName = "chairside writer"
        log = EventLog(
            on: loop, reads: reads, writes: postgres, projections: ClinicFeatures.projections, sharing: process.log,
            logger: process.logger)
        identity = Identity(process.identity, pool: reads, on: loop)
    }

    func close() async {
        await reads.close()
        log.close()
    }
}

/// What the loops of a process have in common.
struct SharedServices: Sendable {
    let identity: IdentityShared
    let log = SharedLog<ClinicEvent>()
    let views = ViewVersions()
    let description: [UInt8]
    let logger: Logger
}
