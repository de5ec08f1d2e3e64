import Clinic
import EventLoop
import EventSourcing
import Identity
import Logging
import PostgresClient
import PostgresEventLog
import SQL

/// What one loop does for the whole process besides serving: hear what other processes did, and write down which sessions
/// were used.
///
/// Touched on the loop of `services` alone, hence `@unchecked Sendable`.
final class Following: @unchecked Sendable {
    private let services: LoopServices
    private let events: EventFollower<ClinicEvent>
    private var sessions: PostgresListener?
    private var flush: Deadline?
    private static let flushEvery = Duration.seconds(30)

    init(_ services: LoopServices, sharing process: SharedServices) {
        self.services = services
        events = EventFollower(
            on: services.loop, reads: services.reads, sharing: process.log, logger: services.logger
        ) { [views = process.views] in views.listens($0) }
    }

    /// Returns when everything that is appended from now on will be heard of. Waits for PostgreSQL.
    ///
    /// - Throws: `CancellationError`.
    func start(_ configuration: ServerConfiguration, _ identity: IdentityShared) async throws {
        services.loop.preconditionCurrent()
        let listening = PostgresConfiguration(
            conninfo: configuration.database, role: servingRole, applicationName: "chairside listener")
        sessions = PostgresListener(
            listening, channels: [Identifier(IdentityShared.channel)], on: services.loop, logger: services.logger
        ) { event in
            switch event {
            case .connected: identity.listens(true)
            case .disconnected: identity.listens(false)
            case .notified(let notification): identity.sessionsChanged(notification.payload)
            }
        }
        await withTaskCancellationHandler {
            await events.start(listening)
        } onCancel: {
            services.loop.execute { self.events.stop() }
        }
        try Task.checkCancellation()
        scheduleFlush()
    }

    func stop() async {
        services.loop.preconditionCurrent()
        flush?.cancel()
        flush = nil
        events.stop()
        sessions?.close()
        await writeDownUse()
    }

    private func scheduleFlush() {
        flush = services.loop.schedule(after: Self.flushEvery) { [self] in
            Task(executorPreference: services.loop) {
                await self.writeDownUse()
                if self.flush != nil { self.scheduleFlush() }
            }
        }
    }

    private func writeDownUse() async {
        do { try await services.identity.flushLastSeen(at: .now) } catch {
            services.logger.warning("cannot write down which sessions were used", metadata: ["reason": "\(error)"])
        }
    }
}
