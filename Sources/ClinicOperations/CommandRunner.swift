import Clinic
import ClinicServer
import Crypto
import EventSourcing
import EventStore
import Identifiers

/// Runs commands of a program that is not a client. Each command is decided and appended as for a request, at a given
/// time, and once per name.
package struct CommandRunner {
    package let log: EventLog<ClinicEvent>
    package let clinic: UUIDBytes
    private let actor: Actor

    package init(_ log: EventLog<ClinicEvent>, clinic: UUIDBytes, actor: Actor) {
        self.log = log
        self.clinic = clinic
        self.actor = actor
    }

    /// Runs a command.
    ///
    /// - Parameter name: the command's name in its clinic; a repetition has no effect.
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
