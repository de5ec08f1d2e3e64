import Clinic
import EventLoop
import Logging
import PostgresClient
import PostgresEventLog

/// The server's asynchronous work, for as long as it runs; on its own loop, so that no request waits for a fold.
struct BehindWork: Sendable {
    private let loop: EventLoop
    private let runner: BehindRunner<ClinicEvent>
    private let shadow: ShadowReplay<ClinicEvent>?
    private let answers: AnswerRetention

    static func start(_ configuration: ServerConfiguration, _ shared: SharedServices) async throws -> BehindWork {
        let loop = try EventLoop(name: "behind")
        return try await loop.run {
            let runner = runner(on: loop, configuration.database, shared)
            runner.start()
            let shadow = shadow(on: loop, configuration, shared)
            shadow?.start()
            let answers = AnswerRetention(
                on: loop,
                PostgresConfiguration(
                    conninfo: configuration.database, role: servingRole, applicationName: "chairside answers"),
                logger: shared.logger)
            answers.start()
            return BehindWork(loop: loop, runner: runner, shadow: shadow, answers: answers)
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

    private static func shadow(
        on loop: EventLoop, _ configuration: ServerConfiguration, _ shared: SharedServices
    ) -> ShadowReplay<ClinicEvent>? {
        guard configuration.shadowRate > 0 else { return nil }
        let postgres = PostgresConfiguration(
            conninfo: configuration.database, role: servingRole, applicationName: "chairside shadow",
            statementTimeout: .seconds(5))
        var limits = ShadowLimits()
        limits.documentsPerSecond = configuration.shadowRate
        return ShadowReplay(
            ClinicFeatures.projections, on: loop, postgres, sharing: shared.log, findings: shared.shadow,
            limits: limits, logger: shared.logger)
    }

    /// The number of leases that this server holds, by read model; `nil` while it stops.
    var leasesHeld: [String: Int]? {
        get async { try? await loop.run { [runner] in runner.leasesHeld } }
    }

    /// Stops work that can be done later.
    func giveWay() async { try? await loop.run { [shadow] in await shadow?.stop() } }

    func stop() async {
        await giveWay()
        try? await loop.run { [runner, answers] in
            await answers.stop()
            await runner.stop()
        }
        await loop.stop()
    }
}
