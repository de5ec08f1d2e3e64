import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient
import SQL

/// What is due every few seconds: leases, and a look at all feeds.
extension BehindRunner {
    func keepOn() async {
        var (looksAt, retriesAt) = (loop.now, loop.now)
        while !isStopping {
            mustKeep = false
            do {
                // What others had is looked at as it comes, with what they could not go on with.
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
                    level: hasFailed ? .debug : .warning, "cannot keep leases on read models",
                    metadata: ["reason": "\(error)"])
                hasFailed = true
            }
            if !isStopping, !mustKeep { await pause() }
        }
    }

    private func pause() async {
        let rest = Task(executorPreference: loop) { [loop, limits] in _ = try? await loop.sleep(for: limits.renewsEvery)
        }
        self.rest = rest
        await rest.value
    }

    /// Finds the clinics in which something is to be done.
    private func look(retries: Bool) async throws(PostgresError) {
        for row in try await pool.perform(.clinicsBehind(names, stopped: retries), effect: .reads) {
            enqueue(Work(model: Int(try row.int64(0)) - 1, clinic: try row.uuid(1)), retries: retries)
        }
    }

    /// Returns when nothing is left to do that can be done: for who has made a database and shows it next.
    public func untilInStep() async throws {
        loop.preconditionCurrent()
        while try await !pool.perform(.clinicsBehind(names, stopped: false), effect: .reads).isEmpty {
            try await loop.sleep(for: .milliseconds(10))
        }
    }
}
