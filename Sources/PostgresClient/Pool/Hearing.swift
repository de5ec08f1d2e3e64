import EventLoop
import Synchronization

/// The proof that a process receives the notifications of PostgreSQL, and the time until which it is valid.
///
/// A connection can be dead without any sign, for example if a network drops its packets. So a `PostgresListener` sends
/// a query over its connection every second. PostgreSQL delivers the notifications of a session before it answers the
/// session's next query. So an answer proves that every notification that was sent before the query has arrived. A
/// process may use what it has cached, and drops when it is notified, only while such a proof is valid.
public final class Hearing: Sendable {
    /// The time for which an answered query is a proof, counted from the moment at which the query was sent. A process
    /// that was not notified of a change stops using its cached data after this time at the latest.
    public static let longest: Duration = .seconds(3)

    /// The end of the proof on the nanosecond clock; 0 before the first one.
    private let until = Atomic<UInt64>(0)

    public init() {}

    /// Whether a proof has ended, so that notifications may have been missed. It is false before the first proof, when
    /// nothing can be cached yet. Can be read on any thread.
    @inline(__always)
    public var isLost: Bool {
        let until = until.load(ordering: .acquiring)
        return until != 0 && NanosecondClock.now >= until
    }

    /// Records that a query was answered.
    ///
    /// - Parameter sent: the time on the nanosecond clock at which the query was sent.
    func prove(since sent: UInt64) {
        until.store(sent &+ UInt64(Self.longest.milliseconds) * 1_000_000, ordering: .releasing)
    }

    /// Records that the connection was lost.
    func end() { until.store(1, ordering: .releasing) }
}
