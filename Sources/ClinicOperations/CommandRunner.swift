import Clinic
import ClinicServer
import Crypto
import EventSourcing
import EventStore
import Identifiers

/// Runs the commands of programs that are not clients, such as the demo. A command is decided and appended like the
/// command of a request. The caller gives each command a time and a name. A command whose name was used in the
/// clinic before is not run.
package struct CommandRunner {
    package let log: EventLog<ClinicEvent>
    package let clinic: UUIDBytes
    private let actor: Actor

    package init(_ log: EventLog<ClinicEvent>, clinic: UUIDBytes, actor: Actor) {
        self.log = log
        self.clinic = clinic
        self.actor = actor
    }

    /// Runs a command: decides it and appends its events.
    ///
    /// - Parameter name: the command's name. If the clinic has run a command with this name before, nothing is done.
    /// - Throws: the decision's rejection as `LogFailure`, or another failure.
    package func run<D: Decision>(_ decision: D, named name: String, at now: Instant) async throws
    where D.Event == ClinicEvent {
        let envelope = CommandEnvelope(commandID: commandID(name), actor: actor, now: now)
        _ = try await log.handle(decision, in: clinic, as: envelope)
    }

    package func commandID(_ name: String) -> UUIDBytes {
        var hash = SHA256()
        hash.update(data: clinic.bytes)
        hash.update(data: Array(name.utf8))
        return UUIDBytes(hash.finalize())
    }
}
