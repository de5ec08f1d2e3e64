import EventLoop
public import EventSourcing
import EventStore
public import Identifiers
public import PostgresClient
import SQL

extension EventLog {
    /// Waits until the named asynchronous projections have folded all events that a clinic's feed has now.
    ///
    /// - Parameter patience: the maximum time to wait.
    /// - Returns: the position of the feed's last event at the call, 0 for a clinic without a feed; `nil` if a
    ///   projection has not reached it in time or cannot continue.
    public func catchUp(
        _ models: [StaticName], in clinic: UUIDBytes, within patience: Duration
    ) async throws(PostgresError) -> Int64? {
        loop.preconditionCurrent()
        let names = models.map(\.description)
        let end = loop.now + patience
        var wanted: Int64?
        var pause = Duration.milliseconds(2)
        while true {
            guard let row = try await reads.perform(.asyncLag(names, of: clinic), effect: .reads).first else {
                return 0
            }
            let (last, reached) = (try row.int64(0), try row.int64(1))
            let goal = wanted ?? last
            wanted = goal
            if reached >= goal { return goal }
            // A projection that cannot continue in the clinic will not catch up, so a reader does not wait for it.
            if try row.bool(2) || loop.now >= end { return nil }
            catchUpSignal.call(for: clinic)
            // If another server has the lease of the projection, no notification reports that it has written the
            // documents. So PostgreSQL is asked again after a pause.
            do { try await loop.sleep(for: pause) } catch { return nil }
            pause = min(pause * 2, .milliseconds(50))
        }
    }
}
