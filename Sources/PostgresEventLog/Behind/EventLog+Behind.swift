import EventLoop
public import EventSourcing
public import Identifiers
public import PostgresClient
import SQL
import Synchronization

extension EventLog {
    /// Waits until read models behind the appends show all that is in a clinic's feed now.
    ///
    /// - Parameter patience: what they have reached then has to do.
    /// - Returns: where the feed ended, `nil` where they have not reached that.
    public func catchUp(
        _ models: [StaticName], in clinic: UUIDBytes, within patience: Duration
    ) async throws(PostgresError) -> Int64? {
        loop.preconditionCurrent()
        let names = models.map(\.description)
        let end = loop.now + patience
        var wanted: Int64?
        var pause = Duration.milliseconds(2)
        while true {
            guard let row = try await reads.perform(.lagBehind(names, of: clinic), effect: .reads).first else {
                return 0
            }
            let (last, reached) = (try row.int64(0), try row.int64(1))
            let goal = wanted ?? last
            wanted = goal
            if reached >= goal { return goal }
            // One that cannot go on is not waited for.
            if try row.bool(2) || loop.now >= end { return nil }
            hurry.call(for: clinic)
            // Where another server has the lease, nothing tells when it is done.
            do { try await loop.sleep(for: pause) } catch { return nil }
            pause = min(pause * 2, .milliseconds(50))
        }
    }
}

/// Asks whoever runs read models behind the appends not to gather more first.
final class Hurry: Sendable {
    private let listener = Mutex<(@Sendable (UUIDBytes) -> Void)?>(nil)

    func whenCalled(_ act: (@Sendable (UUIDBytes) -> Void)?) { listener.withLock { $0 = act } }

    func call(for clinic: UUIDBytes) { listener.withLock { $0 }?(clinic) }
}
