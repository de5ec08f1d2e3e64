import Clinic
import EventLoop
import EventSourcing
import Identifiers
import PostgresClient
import PostgresEventLog

/// How many events a second the log itself takes: commands of one event each, with ids and four tags, without HTTP and
/// read models. They go to a clinic of their own.
public struct AppendMeasurement: Sendable {
    /// How many send a command, wait until it is durable, and send the next.
    let senders: Int
    /// How many commands each sends.
    let commands: Int

    public init(senders: Int, commands: Int) {
        self.senders = senders
        self.commands = commands
    }

    public struct Report: Sendable {
        public let events: Int
        public let duration: Duration
    }

    /// - Parameter database: migrated.
    public func run(_ database: String) async throws -> Report {
        let loop = try EventLoop(name: "measurement")
        let result: Result<Report, any Error>
        do { result = .success(try await loop.run { try await run(database, on: loop) }) } catch {
            result = .failure(error)
        }
        await loop.stop()
        return try result.get()
    }

    private func run(_ database: String, on loop: EventLoop) async throws -> Report {
        let postgres = PostgresConfiguration(conninfo: database, role: servingRole)
        let reads = PostgresPool(postgres, connections: 1, on: loop)
        let log = EventLog<ClinicEvent>(
            on: loop, reads: reads, writes: postgres, projections: [],
            sharing: SharedLog(keys: PersonalKeys(try MasterKeys { [:] })))
        let clinic = UUIDBytes.random
        let events = try (0..<senders).map { _ in try (0..<commands).map { _ in try Self.booking() } }
        let now = Instant.now
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for events in events {
                group.addTask(executorPreference: loop) {
                    for event in events {
                        let envelope = CommandEnvelope(
                            commandID: .random, actor: Actor(account: nil, role: "measurement"), now: now)
                        _ = try await log.handle(Given(events: [event]), in: clinic, as: envelope)
                    }
                }
            }
            try await group.waitForAll()
        }
        let duration = start.duration(to: clock.now)
        log.close()
        await reads.close()
        return Report(events: senders * commands, duration: duration)
    }

    /// A booking like any other, of nobody.
    private static func booking() throws -> ClinicEvent {
        let ids = (0..<5).map { _ in UUIDBytes.random.text }
        let data = """
            {"visit":{"appointment_id":"\(ids[0])","patient_id":"\(ids[1])","service_id":"\(ids[2])","place":\
            {"doctor_id":"\(ids[3])","chair_id":"\(ids[4])","date":"2030-01-07","start":"2030-01-07T08:00:00Z",\
            "end":"2030-01-07T08:30:00Z"}},"terms":{"service_name":"Check-up","doctor_name":"Dr. Nobody",\
            "chair_name":"Room A","cancel_before":"2030-01-05T08:00:00Z"},"status":"booked"}
            """
        return try ClinicEvent.types.decode(type: "appointment-booked", version: 1, data: Array(data.utf8))
    }
}

/// What happens is given.
private struct Given: Decision {
    let events: [ClinicEvent]

    func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] { events }
}

extension UUIDBytes {
    fileprivate static var random: UUIDBytes { UUIDBytes(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)) }
}
