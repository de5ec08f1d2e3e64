import Clinic
import EventLoop
import Logging
import PostgresClient
import PostgresEventLog

/// What the server does behind the appends, for as long as it runs; on a loop of its own, so that no request waits for a fold.
struct BehindWork: Sendable {
    private let loop: EventLoop
    private let runner: BehindRunner<ClinicEvent>

    static func start(_ configuration: ServerConfiguration, _ shared: SharedServices) async throws -> BehindWork {
        let loop = try EventLoop(name: "behind")
        return try await loop.run {
            let runner = runner(on: loop, configuration.database, shared)
            runner.start()
            return BehindWork(loop: loop, runner: runner)
        }
    }

    static func runner(
        on loop: EventLoop, _ database: String, _ shared: SharedServices
    ) -> BehindRunner<ClinicEvent> {
        let postgres = PostgresConfiguration(
            conninfo: database, role: servingRole, applicationName: "chairside behind")
        return BehindRunner(
            ClinicFeatures.projections, on: loop, postgres, sharing: shared.log, logger: shared.logger)
    }

    /// How many leases this server holds, by read model; `nil` where it stops.
    var leasesHeld: [String: Int]? {
        get async { try? await loop.run { [runner] in runner.leasesHeld } }
    }

    func stop() async {
        try? await loop.run { [runner] in await runner.stop() }
        await loop.stop()
    }
}
