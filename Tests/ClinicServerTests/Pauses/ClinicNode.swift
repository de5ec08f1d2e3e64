import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL
import TestSupport

/// A server's event log without the server's other parts. The log is not notified of events that other servers append.
struct ClinicNode: Sendable {
    let loop: EventLoop
    let log: LoopBound<EventLog<ClinicEvent>>
    private let reads: LoopBound<PostgresPool>

    /// The outcome of a command on a test's node.
    enum Verdict: Hashable {
        case done(Outcome.Status)
        case refused
        case failed(String)
    }

    /// Runs `body` with a new node, and then stops the node.
    ///
    /// - Parameters:
    ///   - name: the application name of the node's database sessions.
    ///   - reads: the connection string for reads.
    ///   - writes: the connection string for appends.
    ///   - keys: the person keys; `nil` for those of the small clinic.
    static func run<T>(
        named name: String, reads: String, writes: String, keys: PersonalKeys? = nil,
        _ body: (ClinicNode) async throws -> T
    ) async throws -> T {
        let node = try await ClinicNode(named: name, reads: reads, writes: writes, keys: keys ?? SmallClinic.keys())
        let result: Result<T, any Error>
        do { result = .success(try await body(node)) } catch { result = .failure(error) }
        try await node.log.run { $0.close() }
        try await node.reads.run { await $0.close() }
        await node.loop.stop()
        return try result.get()
    }

    private init(named name: String, reads: String, writes: String, keys: PersonalKeys) async throws {
        let loop = try EventLoop(name: name)
        self.loop = loop
        (self.reads, log) = try await loop.run {
            var limits = EventLogLimits()
            limits.unknownOutcomeDeadline = .seconds(600)
            let reads = PostgresPool(Self.configuration(reads, name), connections: 2, on: loop)
            let log = EventLog(
                on: loop, reads: reads, writes: Self.configuration(writes, name),
                projections: ClinicFeatures.projections, sharing: SharedLog(keys: keys, zones: .system),
                limits: limits)
            return (LoopBound(reads, on: loop), LoopBound(log, on: loop))
        }
    }

    /// A configuration of database connections with long timeouts, so that no test fails because the machine is slow.
    private static func configuration(_ conninfo: String, _ name: String) -> PostgresConfiguration {
        PostgresConfiguration(
            conninfo: conninfo, role: "chairside_server", applicationName: name, connectTimeout: .seconds(60),
            statementTimeout: .seconds(120), idleInTransactionTimeout: .seconds(120), deadline: .seconds(180),
            cancelGrace: .seconds(120))
    }

    /// Runs a command that must succeed on a test's node.
    func `do`<D: Decision>(
        _ decision: D, in clinic: UUIDBytes = SmallClinic.id, at now: Instant = SmallClinic.now
    ) async throws where D.Event == ClinicEvent {
        _ = try await handle(decision, nil, in: clinic, at: now)
    }

    /// Runs a command on a test's node and returns its outcome.
    ///
    /// - Parameter id: the id of the command.
    func verdict<D: Decision>(_ decision: D, id: UUIDBytes) async -> Verdict
    where D.Event == ClinicEvent {
        do {
            return .done(try await handle(decision, id).status)
        } catch LogFailure<D.Rejection>.rejected {
            return .refused
        } catch {
            return .failed("\(error)")
        }
    }

    /// Loads the states that a decision reads, without appending events.
    func look<D: Decision>(_ decision: D) async throws
    where D.Event == ClinicEvent {
        _ = try await log.answer(SmallClinic.id) { model in
            _ = try? decision.decide(&model, at: SmallClinic.now)
        }
    }

    private func handle<D: Decision>(
        _ decision: D, _ id: UUIDBytes?, in clinic: UUIDBytes = SmallClinic.id, at now: Instant = SmallClinic.now
    ) async throws -> Outcome where D.Event == ClinicEvent {
        let envelope = CommandEnvelope(commandID: id, actor: .program("test"), now: now)
        return try await log.run { try await $0.handle(decision, in: clinic, as: envelope) }
    }
}
