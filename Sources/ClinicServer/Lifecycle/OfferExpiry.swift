import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Logging
import PostgresClient
import SQL

/// Closes the offers of the waitlist that have expired. The decision that closes an offer also offers its time to the
/// next patient.
///
/// Every server looks for expired offers in all clinics. If two servers find the same offer, the second decision
/// appends nothing.
package final class OfferExpiry {
    private let services: LoopServices
    private var work: Task<Void, Never>?
    private var hasFailed = false

    /// The pause between two searches for expired offers. An offer lasts up to an hour, so half a minute more hardly
    /// delays the next patient.
    private static let pause = Duration.seconds(30)
    private static let mostAtOnce = 100

    package init(_ services: LoopServices) { self.services = services }

    /// Starts to search for expired offers of the waitlist, at regular intervals.
    func start() {
        services.loop.preconditionCurrent()
        work = services.loop.task { [self] in
            while !Task.isCancelled {
                _ = try? await services.loop.sleep(for: Self.pause)
                guard !Task.isCancelled else { return }
                do {
                    try await step(at: .now)
                    hasFailed = false
                } catch { report(error) }
            }
        }
    }

    /// Stops the searches for expired offers, after the command in progress.
    func stop() async {
        work?.cancel()
        await work?.value
    }

    /// Closes the waitlist's offers that have expired by `now`, of at most `mostAtOnce` entries. If there are more, the
    /// entries are chosen at random: entries whose commands always fail would otherwise be chosen each time, and keep
    /// those of all other clinics waiting.
    ///
    /// - Throws: the last failure, after the commands for all entries found have been tried.
    package func step(at now: Instant) async throws {
        let rows = try await services.reads.perform(
            """
            SELECT clinic_id, entry_id FROM waitlist_entry WHERE offer_expires_at <= \(now)
            ORDER BY random() LIMIT \(Self.mostAtOnce)
            """, effect: .reads)
        var failure: (any Error)?
        for row in rows where !Task.isCancelled {
            let (clinic, entry) = try (row.uuid(0), ID<WaitlistEntry>(row.uuid(1)))
            do {
                _ = try await services.homes[clinic].handle(
                    ExpireWaitlistOffers(entry), in: clinic, as: CommandEnvelope(actor: .system, now: now))
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Logs the first failure to close expired offers as a warning, and later ones at debug level until a search
    /// succeeds.
    private func report(_ error: any Error) {
        guard !Task.isCancelled else { return }
        services.logger.log(
            level: hasFailed ? .debug : .warning, "expired offers of the waitlist cannot be closed",
            metadata: ["reason": "\(error)"])
        hasFailed = true
    }
}
