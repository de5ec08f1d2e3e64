import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Migrations
import PostgresClient
import SQL
import TestSupport

extension DatabaseTemplate {
    package static let theatre: DatabaseTemplate = DatabaseTemplate("theatre") { conninfo in
        try await withLoop { loop in
            _ = try await Migrator(Migration.theatre).run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }
}

/// One server process for the sample domain of the theatre. It has one or more event loops, each with an event log
/// and database connections of its own.
package struct TheatreProcess: Sendable {
    package let shared: SharedLog<TheatreEvent>
    package let houses: [House]
    package let conninfo: String

    /// The event log of one event loop.
    package struct House: Sendable {
        package let loop: EventLoop
        package let log: LoopBound<EventLog<TheatreEvent>>
        package let reads: LoopBound<PostgresPool>
    }

    package var house: House { houses[0] }

    @discardableResult
    package static func run<T>(
        loops: Int = 1, _ database: TestDatabase, projections: [AnyProjection<TheatreEvent>] = .theatre,
        limits: EventLogLimits = EventLogLimits(), _ body: (TheatreProcess) async throws -> T
    ) async throws -> T {
        try await run(loops: loops, conninfo: database.conninfo, projections: projections, limits: limits, body)
    }

    @discardableResult
    package static func run<T>(
        loops: Int = 1, conninfo: String, projections: [AnyProjection<TheatreEvent>] = .theatre,
        limits: EventLogLimits = EventLogLimits(), _ body: (TheatreProcess) async throws -> T
    ) async throws -> T {
        let process = try await TheatreProcess(
            loops: loops, conninfo: conninfo, projections: projections, limits: limits)
        let result: Result<T, any Error>
        do { result = .success(try await body(process)) } catch { result = .failure(error) }
        try await process.stop()
        return try result.get()
    }

    private init(
        loops: Int, conninfo: String, projections: [AnyProjection<TheatreEvent>], limits: EventLogLimits
    ) async throws {
        self.conninfo = conninfo
        let shared = SharedLog<TheatreEvent>(keys: try .theatre())
        self.shared = shared
        let configuration = PostgresConfiguration(conninfo: conninfo, role: "chairside_server")
        var houses: [House] = []
        for index in 0..<loops {
            let loop = try EventLoop(name: "house-\(index)")
            let house = try await loop.run {
                let reads = PostgresPool(configuration, connections: 2, on: loop)
                let log = EventLog(
                    on: loop, reads: reads, writes: configuration, projections: projections, sharing: shared,
                    limits: limits)
                return House(loop: loop, log: LoopBound(log, on: loop), reads: LoopBound(reads, on: loop))
            }
            houses.append(house)
        }
        self.houses = houses
    }

    private func stop() async throws {
        for house in houses {
            try await house.log.run { $0.close() }
            try await house.reads.run { await $0.close() }
            await house.loop.stop()
        }
    }
}

package typealias TheatreVerdict = Result<Outcome, LogFailure<TheatreRejection>>

extension TheatreProcess.House {
    /// Runs a command as a request would, and throws if it fails.
    @discardableResult
    package func handle<D: Decision>(
        _ decision: D, in clinic: UUIDBytes = .theatre, id: UUIDBytes? = nil, hash: [UInt8] = [],
        actor: Actor = .system, answer: AnswerPlace? = nil
    ) async throws -> Outcome where D.Event == TheatreEvent {
        let envelope = CommandEnvelope(
            commandID: id, requestHash: hash, actor: actor, now: Instant(secondsSince1970: 1_795_000_000))
        return try await log.run { try await $0.handle(decision, in: clinic, as: envelope, answer: answer) }
    }

    /// Runs a command that may fail, and returns its outcome.
    package func verdict<D: Decision>(
        _ decision: D, in clinic: UUIDBytes = .theatre, id: UUIDBytes? = nil, answer: AnswerPlace? = nil
    ) async -> Result<Outcome, LogFailure<D.Rejection>> where D.Event == TheatreEvent {
        do { return .success(try await handle(decision, in: clinic, id: id, answer: answer)) } catch {
            return .failure(error as? LogFailure<D.Rejection> ?? .conflict)
        }
    }

    /// Sends the given commands in their order in one iteration of the event loop, so that they are in one batch.
    package func together(_ commands: [@Sendable () async -> TheatreVerdict]) async throws -> [TheatreVerdict] {
        try await loop.run { [loop] in
            let tasks = commands.map { command in Task(executorPreference: loop) { await command() } }
            var verdicts: [TheatreVerdict] = []
            for task in tasks { verdicts.append(await task.value) }
            return verdicts
        }
    }

    /// The guest on a seat, by the cached state of the seat even if that state is outdated; `nil` if the seat is free.
    package func guestAtHand(_ show: String, _ seat: Int) async throws -> String? {
        try await log.run { log in
            try await log.read(.theatre, fresh: false) { model in model[.seat(show, seat)].guest }
        }
    }

    @discardableResult
    package func query(_ statement: Statement) async throws -> Rows {
        try await reads.run { try await $0.perform(statement) }
    }

    package var statistics: EventLogStatistics { get async throws { try await log.run { $0.statistics } } }

    /// Runs a query and returns the values of its first column as integers.
    package func numbers(_ statement: Statement) async throws -> [Int64] {
        try await query(statement).map { try $0.int64(0) }
    }
}

extension UUIDBytes {
    package static let theatre = UUIDBytes(high: 0x018f_0000_0000_7000, low: 0x8000_0000_0000_0001)
    package static let otherTheatre = UUIDBytes(high: 0x018f_0000_0000_7000, low: 0x8000_0000_0000_0002)

    /// A command's id for tests, made from a number.
    package static func command(_ number: Int) -> UUIDBytes { UUIDBytes(high: 0xc0, low: UInt64(number)) }
}

extension AnswerPlace {
    package static func plan(_ show: String, column: Identifier? = nil) -> AnswerPlace {
        AnswerPlace(SeatingPlan.table, .text(show), column: column)
    }
}

extension Result {
    package var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension TestDatabase {
    /// Runs statements that the server's role may not run, as a superuser.
    package func run(_ statements: Statement...) async throws {
        let statements = statements
        let configuration = PostgresConfiguration(conninfo: conninfo)
        try await withLoop { loop in
            try await loop.run {
                let connection = try await PostgresConnection.connect(configuration, on: loop)
                _ = try await connection.perform(statements)
                connection.close()
            }
        }
    }
}
