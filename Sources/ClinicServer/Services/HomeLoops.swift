import Clinic
import EventLoop
import EventStore
import Identifiers

/// The logs of all loops, of which one decides a clinic's commands. So no other loop of the process outdates its cache
/// of the clinic, and all commands that arrive meanwhile go into its next batch.
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
