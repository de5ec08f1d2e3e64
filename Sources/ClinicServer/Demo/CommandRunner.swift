import Clinic
import Crypto
import EventSourcing
import Identifiers
import PostgresEventLog

/// Sends commands the way requests do: decided, appended once per name, at a time that is given.
struct CommandRunner: Sendable {
    let log: EventLog<ClinicEvent>
    let clinic: UUIDBytes
    private let actor = Actor(account: nil, role: "admin")

    init(_ log: EventLog<ClinicEvent>, clinic: UUIDBytes) {
        self.log = log
        self.clinic = clinic
    }

    /// - Parameter name: of this command in its clinic; sent again, it is done no second time.
    /// - Throws: the decision's rejection as `LogFailure`, or what came between.
    func run<D: Decision>(_ decision: D, named name: String, at now: Instant) async throws
    where D.Event == ClinicEvent {
        let envelope = CommandEnvelope(commandID: commandID(name), actor: actor, now: now)
        _ = try await log.handle(decision, in: clinic, as: envelope)
    }

    func commandID(_ name: String) -> UUIDBytes {
        var hash = SHA256()
        hash.update(data: clinic.bytes)
        hash.update(data: Array(name.utf8))
        return UUIDBytes(bytes: Array(hash.finalize().prefix(16))) ?? clinic
    }
}
