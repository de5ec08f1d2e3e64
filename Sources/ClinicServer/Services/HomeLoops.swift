import Clinic
import EventLoop
import EventStore
import Identifiers

/// The event logs of all loops. All commands of a clinic are decided by the log of one loop, so that no other loop of
/// the process makes its cached states stale. Commands that arrive while a batch is being appended are then appended
/// together in the next batch.
struct HomeLoops: Sendable {
    private let logs: [LoopBound<EventLog<ClinicEvent>>]

    /// Chooses for each clinic the loop that decides its commands.
    ///
    /// - Parameter logs: the logs of the loops, at least one.
    init(_ logs: [LoopBound<EventLog<ClinicEvent>>]) { self.logs = logs }

    subscript(_ clinic: UUIDBytes) -> LoopBound<EventLog<ClinicEvent>> {
        logs[Int((clinic.high ^ clinic.low) % UInt64(logs.count))]
    }
}
