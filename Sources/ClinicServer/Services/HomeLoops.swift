import Clinic
import EventLoop
import EventStore
import Identifiers

/// The event logs of all loops. One of them decides all commands of a clinic, so that no other loop of the process
/// makes its cached states stale, and so that all commands that arrive during a batch go into the next batch.
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
