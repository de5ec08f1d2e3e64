import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identity
import Logging
import PostgresClient
import SQL

/// The tasks that one loop performs for the whole process, such as receiving the events and changes of other processes,
/// recording the use of sessions, reading changed signing keys, and delivering mails.
final class Following {
    private let services: LoopServices
    private let identity: IdentityShared
    private let events: EventFollower<ClinicEvent>
    private var sessions: PostgresListener?
    private var flush: Deadline?
    private var isDelivering = false
    private var hasMoreMail = false
    private static let flushEvery = Duration.seconds(30)

    init(_ services: LoopServices, sharing process: SharedServices) {
        self.services = services
        identity = process.identity
        events = EventFollower(
            on: services.loop, reads: services.reads, sharing: process.log, logger: services.logger,
            inStep: { [views = process.views] in views.listens($0) },
            rebuilt: { [views = process.views] in views.rebuilt($0, edition: $1) })
        process.log.announcements.onAppended { [post = identity.post] _, events in
            if events.contains(where: \.event.namesContact) { post.isDue() }
        }
    }

    /// Starts to receive events, and returns as soon as no event that is appended later can be missed. Waits for
    /// PostgreSQL.
    ///
    /// - Throws: `CancellationError`.
    func start(_ configuration: ServerConfiguration, _ identity: IdentityShared) async throws {
        services.loop.preconditionCurrent()
        let listening = PostgresConfiguration(
            conninfo: configuration.database, role: DatabaseRole.server, applicationName: "chairside listener")
        sessions = identity.listenForSessions(listening, on: services.loop, logger: services.logger)
        let loop = services.loop
        await loop.withCancellation {
            await events.start(listening)
        } onCancel: {
            loop.task { await self.events.stop() }
        }
        try Task.checkCancellation()
        scheduleFlush()
        let following = LoopBound(self, on: loop)
        identity.post.whenDue {
            following.execute { following in loop.task { await following.deliverMail() } }
        }
        await deliverMail()
    }

    /// Performs the tasks of every half minute: records the use of sessions, deletes old login attempts and tokens,
    /// reads changed signing keys, and delivers mails.
    private func keepUp() async {
        await writeDownUse()
        do { try await services.identity.forgetAttempts(at: .now) } catch {
            services.logger.warning("cannot delete old login attempts", metadata: ["reason": "\(error)"])
        }
        do { try await services.identity.forgetTokens(at: .now) } catch {
            services.logger.warning("cannot delete old tokens", metadata: ["reason": "\(error)"])
        }
        await identity.reloadKeys(services.logger)
        await deliverMail()
    }

    /// Delivers mails, one run at a time. If mails are queued during a run, another run follows.
    private func deliverMail() async {
        guard !isDelivering else {
            hasMoreMail = true
            return
        }
        isDelivering = true
        repeat {
            hasMoreMail = false
            do {
                let (sent, failed) = try await services.identity.deliverMail(at: .now)
                if sent > 0 { services.logger.info("mailed", metadata: ["letters": "\(sent)"]) }
                if failed > 0 {
                    services.logger.warning("the mail command failed", metadata: ["letters": "\(failed)"])
                }
            } catch {
                services.logger.warning("cannot deliver mail", metadata: ["reason": "\(error)"])
            }
        } while hasMoreMail && flush != nil
        isDelivering = false
    }

    func stop() async {
        services.loop.preconditionCurrent()
        identity.post.whenDue {}
        flush?.cancel()
        flush = nil
        await events.stop()
        await sessions?.close()
        await writeDownUse()
    }

    private func scheduleFlush() {
        flush = services.loop.schedule(after: Self.flushEvery) { [self] in
            services.loop.task { [self] in
                await keepUp()
                if flush != nil { scheduleFlush() }
            }
        }
    }

    private func writeDownUse() async {
        do { try await services.identity.flushLastSeen(at: .now) } catch {
            services.logger.warning("cannot record which sessions were used", metadata: ["reason": "\(error)"])
        }
    }
}

extension ClinicEvent {
    /// Whether a plan of check-ins names a contact who is to be asked by mail.
    fileprivate var namesContact: Bool {
        if case .recovery(.started(let started)) = self { started.contact?.email != nil } else { false }
    }
}

extension IdentityShared {
    /// Reads the folder of signing keys again: loads new keys, and drops keys whose files were removed. If the keys
    /// have changed, the names of all present keys are logged.
    func reloadKeys(_ logger: Logger) async {
        do {
            guard let names = try await reloadKeys() else { return }
            logger.notice(
                "signing keys have changed",
                metadata: ["keys": "\(names.joined(separator: ", "))", "signs": "\(names.last ?? "")"])
        } catch {
            logger.error("the signing keys cannot be read; the old ones stay", metadata: ["reason": "\(error)"])
        }
    }
}
