import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Logging
import PostgresClient
import SQL

/// Runs the decisions that become due at a time, without a request: offers of the waitlist that have expired, and
/// check-ins that were missed.
///
/// The instants are columns of read models, so they survive restarts. Every server looks for due steps in all clinics.
/// If two servers find the same one, the second decision appends nothing.
package final class TimedSteps {
    /// A kind of step: the place of its instants, and its decision.
    package struct Kind: Sendable {
        /// The name of the kind in log messages.
        let name: StaticString
        /// A statement that selects clinic and id of what has a step that is due by an instant.
        let due: @Sendable (_ now: Instant) -> Statement
        let take:
            @Sendable (_ log: LoopBound<EventLog<ClinicEvent>>, _ clinic: UUIDBytes, UUIDBytes, Instant) async throws
                -> Void
    }

    private let services: LoopServices
    private var work: Task<Void, Never>?
    private var failing: Set<String> = []

    /// The pause between two searches for due steps. An offer lasts up to an hour, and the shortest check-in interval is
    /// an hour, so half a minute more is hardly noticed.
    private static let pause = Duration.seconds(30)
    private static let mostAtOnce = 100

    package init(_ services: LoopServices) { self.services = services }

    /// Starts to search for due steps, at regular intervals.
    func start() {
        services.loop.preconditionCurrent()
        work = services.loop.task { [self] in
            while !Task.isCancelled {
                _ = try? await services.loop.sleep(for: Self.pause)
                for kind in Kind.all {
                    guard !Task.isCancelled else { return }
                    do {
                        try await step(kind, at: .now)
                        failing.remove("\(kind.name)")
                    } catch { report(error, kind) }
                }
            }
        }
    }

    /// Stops the searches for due steps, after the command in progress.
    func stop() async {
        work?.cancel()
        await work?.value
    }

    /// Takes the steps of a kind that are due by `now`, of at most `mostAtOnce` entities. If there are more, the
    /// entities are chosen at random: those whose commands always fail would otherwise be chosen each time, and keep
    /// those of all other clinics waiting.
    ///
    /// - Throws: the last failure, after all commands have been tried.
    package func step(_ kind: Kind, at now: Instant) async throws {
        let rows = try await services.reads.perform(
            "\(kind.due(now)) ORDER BY random() LIMIT \(Self.mostAtOnce)", effect: .reads)
        var failure: (any Error)?
        for row in rows where !Task.isCancelled {
            let (clinic, id) = try (row.uuid(0), row.uuid(1))
            do { try await kind.take(services.homes[clinic], clinic, id, now) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Logs the first failure of a kind of steps as a warning, and later ones at debug level until a search succeeds.
    private func report(_ error: any Error, _ kind: Kind) {
        guard !Task.isCancelled else { return }
        let isFirst = failing.insert("\(kind.name)").inserted
        services.logger.log(
            level: isFirst ? .warning : .debug, "steps that are due by time cannot be taken",
            metadata: ["reason": "\(error)", "steps": "\(kind.name)"])
    }
}

extension TimedSteps.Kind {
    static let all = [expiredOffers, dueCheckIns]

    /// Closes the offers of the waitlist that have expired. The decision that closes an offer also offers its time to
    /// the next patient.
    package static let expiredOffers = TimedSteps.Kind(
        name: "expired offers of the waitlist",
        due: { "SELECT clinic_id, entry_id FROM waitlist_entry WHERE offer_expires_at <= \($0)" },
        take: { log, clinic, entry, now in
            _ = try await log.handle(
                ExpireWaitlistOffers(ID(entry)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })

    /// Counts check-ins that were missed, lets contacts be told of them, and ends plans.
    package static let dueCheckIns = TimedSteps.Kind(
        name: "due check-ins",
        due: { "SELECT clinic_id, patient_id FROM check_in_plan WHERE next_step_at <= \($0)" },
        take: { log, clinic, patient, now in
            _ = try await log.handle(
                SettleCheckIns(of: ID(patient)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })
}
