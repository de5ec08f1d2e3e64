import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient

/// Measures how many events per second are appended. Each command appends one event with ids and four tags. HTTP and
/// read models are not part of the measurement. Each loop has its own `EventLog`, as in a server, and appends to a
/// clinic of its own.
package struct AppendMeasurement: Sendable {
    let loops: Int
    /// The number of concurrent senders of the measurement. Each sends a command, waits until its event is committed,
    /// and sends the next.
    let senders: Int
    /// The number of commands that each sender of the measurement sends.
    let commands: Int

    /// Prepares a measurement of how many events per second are appended.
    ///
    /// - Parameter senders: the number of senders on all loops together. They are distributed evenly.
    package init(loops: Int, senders: Int, commands: Int) {
        self.loops = loops
        self.senders = senders
        self.commands = commands
    }

    package struct Report: Sendable {
        package let events: Int
        package let duration: Duration
    }

    /// Measures how many events per second are appended.
    ///
    /// - Parameter database: the libpq URI of a database whose schema is up to date.
    package func run(_ database: String) async throws -> Report {
        let shared = SharedLog<ClinicEvent>(keys: PersonalKeys(try MasterKeys { [:] }))
        var senders: [MeasurementSender] = []
        var loops: [EventLoop] = []
        let result: Result<Report, any Error>
        do {
            for number in 0..<self.loops {
                let loop = try EventLoop(name: "measurement-\(number)")
                loops.append(loop)
                let count = (self.senders + number) / self.loops
                senders.append(
                    try await MeasurementSender(database, shared, on: loop, senders: count, commands: commands))
            }
            result = .success(try await Self.measure(senders))
        } catch { result = .failure(error) }
        for sender in senders { await sender.close() }
        for loop in loops { await loop.stop() }
        return try result.get()
    }

    private static func measure(_ senders: [MeasurementSender]) async throws -> Report {
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
