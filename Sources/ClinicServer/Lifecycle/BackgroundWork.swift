import Clinic
import EventLoop
import EventStore
import Logging
import PostgresClient
import Projections

/// Runs three background tasks of a server: the asynchronous projections, the projection audit, and the deletion of old
/// stored answers. They have their own loop, so that no request waits for them.
package struct BackgroundWork: Sendable {
    private let work: LoopBound<Work>

    private struct Work {
        let runner: AsyncProjectionRunner<ClinicEvent>
        let audit: ProjectionAudit<ClinicEvent>?
        let answers: AnswerRetention
    }

    static func start(_ configuration: ServerConfiguration, _ shared: SharedServices) async throws
        -> BackgroundWork
    {
        let loop = try EventLoop(name: "projections")
        return try await loop.run {
            let runner = projectionRunner(on: loop, configuration.database, shared)
            runner.start()
            let audit = audit(on: loop, configuration, shared)
            audit?.start()
            let answers = AnswerRetention(
                on: loop,
                PostgresConfiguration(
                    conninfo: configuration.database, role: DatabaseRole.server, applicationName: "chairside answers"),
                logger: shared.logger)
            answers.start()
            return BackgroundWork(work: LoopBound(Work(runner: runner, audit: audit, answers: answers), on: loop))
        }
    }

    package static func projectionRunner(
        on loop: EventLoop, _ database: String, _ shared: SharedServices
    ) -> AsyncProjectionRunner<ClinicEvent> {
        let postgres = PostgresConfiguration(
            conninfo: database, role: DatabaseRole.server, applicationName: "chairside projections")
        return AsyncProjectionRunner(
            ClinicFeatures.projections, on: loop, postgres, sharing: shared.log, logger: shared.logger)
    }

    private static func audit(
        on loop: EventLoop, _ configuration: ServerConfiguration, _ shared: SharedServices
    ) -> ProjectionAudit<ClinicEvent>? {
        guard configuration.projectionAuditRate > 0 else { return nil }
        let postgres = PostgresConfiguration(
            conninfo: configuration.database, role: DatabaseRole.server, applicationName: "chairside projection audit",
            statementTimeout: .seconds(5))
        var limits = ProjectionAuditLimits()
        limits.documentsPerSecond = configuration.projectionAuditRate
        return ProjectionAudit(
            ClinicFeatures.projections, on: loop, postgres, sharing: shared.log, findings: shared.projectionAudit,
            limits: limits, logger: shared.logger)
    }

    /// The number of leases of asynchronous projections that this server holds, by read model; `nil` while the server
    /// stops.
    var leasesHeld: [String: Int]? {
        get async { try? await work.run { $0.runner.leasesHeld } }
    }

    /// Stops the projection audit, so that a stopping server does not wait for it.
    func giveWay() async { try? await work.run { await $0.audit?.stop() } }

    func stop() async {
        await giveWay()
        try? await work.run {
            await $0.answers.stop()
            await $0.runner.stop()
        }
        await work.loop.stop()
    }
}
