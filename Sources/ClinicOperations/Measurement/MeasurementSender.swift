import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient

/// One loop's `EventLog`, and the commands that are sent to it in a measurement. They are prepared before the
/// measurement begins.
struct MeasurementSender: Sendable {
    let loop: EventLoop
    private let reads: LoopBound<PostgresPool>
    private let log: LoopBound<EventLog<ClinicEvent>>
    private let clinic = UUIDBytes.random
    /// The commands of each sender of this loop, prepared before the measurement begins.
    let commands: [[(id: UUIDBytes, event: ClinicEvent)]]

    init(
        _ database: String, _ shared: SharedLog<ClinicEvent>, on loop: EventLoop, senders: Int, commands: Int
    ) async throws {
        let postgres = PostgresConfiguration(conninfo: database, role: DatabaseRole.server)
        self.loop = loop
        (reads, log) = try await loop.run {
            let reads = PostgresPool(postgres, connections: 1, on: loop)
            let log = EventLog(on: loop, reads: reads, writes: postgres, projections: [], sharing: shared)
            return (LoopBound(reads, on: loop), LoopBound(log, on: loop))
        }
        var bookings = GeneratedBookings()
        self.commands = try (0..<senders).map { _ in
            try (0..<commands).map { _ in (.random, try bookings.next()) }
        }
    }

    /// Sends all commands: the senders work at the same time, each with one command after the other. Call it on the
    /// loop only.
    func sendAll() async throws {
        let now = Instant.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for commands in commands {
                group.addTask(executorPreference: loop) {
                    for (id, event) in commands {
                        let envelope = CommandEnvelope(
                            commandID: id, actor: .program("measurement"), now: now)
                        _ = try await log.handle(Given(events: [event]), in: clinic, as: envelope)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    func close() async {
        try? await log.run { $0.close() }
        try? await reads.run { await $0.close() }
    }
}

/// A decision that gives the events that it was made with, for measurements.
private struct Given: Decision {
    let events: [ClinicEvent]

    func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] { events }
}
