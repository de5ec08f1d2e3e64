import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient

/// Measures the log's throughput in events per second: commands of one event each, with ids and four tags, without HTTP
/// and read models. As in a server, each of several loops has a log, each with its own clinic.
package struct AppendMeasurement: Sendable {
    let loops: Int
    /// The number of senders. Each sends a command, waits until it is durable, and sends the next.
    let senders: Int
    /// The number of commands per sender.
    let commands: Int

    /// A measurement of appends.
    ///
    /// - Parameter senders: for all loops together, distributed evenly.
    package init(loops: Int, senders: Int, commands: Int) {
        self.loops = loops
        self.senders = senders
        self.commands = commands
    }

    package struct Report: Sendable {
        package let events: Int
        package let duration: Duration
    }

    /// Measures the appends.
    ///
    /// - Parameter database: a migrated database.
    package func run(_ database: String) async throws -> Report {
        let shared = SharedLog<ClinicEvent>(keys: PersonalKeys(try MasterKeys { [:] }))
        var senders: [Sender] = []
        var loops: [EventLoop] = []
        let result: Result<Report, any Error>
        do {
            for number in 0..<self.loops {
                let loop = try EventLoop(name: "measurement-\(number)")
                loops.append(loop)
                let count = (self.senders + number) / self.loops
                senders.append(try await Sender(database, shared, on: loop, senders: count, commands: commands))
            }
            result = .success(try await Self.measure(senders))
        } catch { result = .failure(error) }
        for sender in senders { await sender.close() }
        for loop in loops { await loop.stop() }
        return try result.get()
    }

    private static func measure(_ senders: [Sender]) async throws -> Report {
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in senders { group.addTask(executorPreference: sender.loop) { try await sender.sendAll() } }
            try await group.waitForAll()
        }
        let events = senders.flatMap(\.commands).reduce(0) { $0 + $1.count }
        return Report(events: events, duration: start.duration(to: clock.now))
    }
}

/// One loop's log, and its bookings, which are prepared before the measurement.
private struct Sender: Sendable {
    let loop: EventLoop
    private let reads: LoopBound<PostgresPool>
    private let log: LoopBound<EventLog<ClinicEvent>>
    private let clinic = UUIDBytes.random
    /// The prepared commands, for each sender.
    let commands: [[(id: UUIDBytes, event: ClinicEvent)]]

    init(
        _ database: String, _ shared: SharedLog<ClinicEvent>, on loop: EventLoop, senders: Int, commands: Int
    ) async throws {
        let postgres = PostgresConfiguration(conninfo: database, role: servingRole)
        self.loop = loop
        (reads, log) = try await loop.run {
            let reads = PostgresPool(postgres, connections: 1, on: loop)
            let log = EventLog(on: loop, reads: reads, writes: postgres, projections: [], sharing: shared)
            return (LoopBound(reads, on: loop), LoopBound(log, on: loop))
        }
        var bookings = Bookings()
        self.commands = try (0..<senders).map { _ in
            try (0..<commands).map { _ in (.random, try bookings.next()) }
        }
    }

    /// Sends all commands. On the loop only.
    func sendAll() async throws {
        let now = Instant.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for commands in commands {
                group.addTask(executorPreference: loop) {
                    for (id, event) in commands {
                        let envelope = CommandEnvelope(
                            commandID: id, actor: Actor(account: nil, role: "measurement"), now: now)
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

/// Generates bookings for measurements, with random ids of patients, doctors and chairs that no other event names.
private struct Bookings {
    private let places = (0..<32).map { _ in (doctor: UUIDBytes.random, chair: UUIDBytes.random) }
    private let patients = (0..<20_000).map { _ in UUIDBytes.random }
    private let service = UUIDBytes.random
    private var random = SystemRandomNumberGenerator()

    mutating func next() throws -> ClinicEvent {
        let appointment = UUIDBytes.version7(milliseconds: Instant.now.secondsSince1970 * 1_000, using: &random)
        let (patient, place) = (patients.randomElement() ?? .random, places.randomElement() ?? (.random, .random))
        let data = """
            {"visit":{"appointment_id":"\(appointment)","patient_id":"\(patient)","service_id":"\(service)","place":\
            {"doctor_id":"\(place.doctor)","chair_id":"\(place.chair)","date":"2030-01-07",\
            "start":"2030-01-07T08:00:00Z","end":"2030-01-07T08:30:00Z"}},"terms":{"service_name":"Check-up",\
            "doctor_name":"Dr. Nobody","chair_name":"Room A","cancel_before":"2030-01-05T08:00:00Z"},\
            "status":"booked"}
            """
        return try ClinicEvent.types.decode(type: "appointment-booked", version: 1, data: Array(data.utf8))
    }
}

/// A decision that always gives its one event, for measurements.
private struct Given: Decision {
    let events: [ClinicEvent]

    func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] { events }
}

extension UUIDBytes {
    fileprivate static var random: UUIDBytes { UUIDBytes(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)) }
}
