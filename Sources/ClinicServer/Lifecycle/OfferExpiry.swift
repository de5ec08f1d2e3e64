import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Logging
import PostgresClient
import SQL

/// Closes the offers of the waitlist that nobody answered in time. The decision offers each of these times to the next
/// patient.
///
/// Every server looks for such offers in all clinics. If two servers find the same offer, the second decision appends
/// nothing.
package final class OfferExpiry {
    private let services: LoopServices
    private var work: Task<Void, Never>?
    private var hasFailed = false

    /// The pause between two searches. An offer lasts an hour, so that the next patient can wait half a minute more.
    private static let pause = Duration.seconds(30)
    private static let mostAtOnce = 100

    package init(_ services: LoopServices) { self.services = services }

    /// Starts to search for expired offers.
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

    /// Stops the search, after the command in progress.
    func stop() async {
        work?.cancel()
        await work?.value
    }

    /// Closes the offers that have expired, at most `mostAtOnce` entries with such offers.
    ///
    /// - Throws: the last failure. A clinic whose command fails does not keep the others waiting.
    package func step(at now: Instant) async throws {
        let rows = try await services.reads.perform(
            """
            SELECT clinic_id, entry_id FROM waitlist_entry WHERE offer_expires_at <= \(now)
            ORDER BY offer_expires_at LIMIT \(Self.mostAtOnce)
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

    /// Logs a failure as a warning. Repetitions are logged for debugging only, until a search succeeds again.
    private func report(_ error: any Error) {
        guard !Task.isCancelled else { return }
        services.logger.log(
            level: hasFailed ? .debug : .warning, "expired offers of the waitlist cannot be closed",
            metadata: ["reason": "\(error)"])
        hasFailed = true
    }
}
