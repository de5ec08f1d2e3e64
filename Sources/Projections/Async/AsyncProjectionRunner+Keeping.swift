import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL

/// The periodic tasks of the runner of asynchronous projections: it renews its leases, and checks the feeds of all
/// clinics.
extension AsyncProjectionRunner {
    func keepOn() async {
        var (looksAt, retriesAt) = (loop.now, loop.now)
        while !isStopping {
            mustKeep = false
            do {
                // If this server has got new leases, the feeds of all clinics are checked, including those in which an
                // asynchronous projection could not continue.
                let isNew = try await leases.keep()
                if isNew || loop.now >= looksAt {
                    let retries = isNew || loop.now >= retriesAt
                    try await look(retries: retries)
                    looksAt = loop.now + limits.looksEvery
                    if retries { retriesAt = loop.now + limits.retriesEvery }
                }
                hasFailed = false
            } catch {
                logger.log(
                    level: hasFailed ? .debug : .warning, "cannot renew leases on projections",
                    metadata: ["reason": "\(error)"])
                hasFailed = true
            }
            if !isStopping, !mustKeep { await pause() }
        }
    }

    private func pause() async {
        let rest = loop.task { [loop, limits] in _ = try? await loop.sleep(for: limits.renewsEvery) }
        self.rest = rest
        await rest.value
    }

    /// Finds the clinics with events that an asynchronous projection has not folded, and enqueues them.
    private func look(retries: Bool) async throws(PostgresError) {
        for row in try await pool.perform(.laggingClinics(names, stopped: retries), effect: .reads) {
            enqueue(AsyncWork(model: Int(try row.int64(0)) - 1, clinic: try row.uuid(1)), retries: retries)
        }
    }

    /// Waits until asynchronous projections have folded all events that they can fold. It is used after filling a
    /// database with example data.
    public func untilInStep() async throws {
        loop.preconditionCurrent()
        while try await !pool.perform(.laggingClinics(names, stopped: false), effect: .reads).isEmpty {
            try await loop.sleep(for: .milliseconds(10))
        }
    }
}
