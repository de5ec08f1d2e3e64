import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient

/// The log of one loop with the bookings that it will append, which are prepared before the measurement.
struct MeasurementSender: Sendable {
    let loop: EventLoop
    private let reads: LoopBound<PostgresPool>
    private let log: LoopBound<EventLog<ClinicEvent>>
    private let clinic = UUIDBytes.random
    /// The prepared commands of each sender.
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

    /// Sends all commands. Call it on the loop only.
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

/// A decision that always returns the same event, for measurements.
private struct Given: Decision {
    let events: [ClinicEvent]

    func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] { events }
}
