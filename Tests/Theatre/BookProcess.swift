import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import Projections
import SQL
import TestSupport

/// One server process for the sample domain of the guest book, whose events contain personal values.
package struct BookProcess: Sendable {
    package let loop: EventLoop
    package let log: LoopBound<EventLog<BookEvent>>
    package let reads: LoopBound<PostgresPool>
    package let shared: SharedLog<BookEvent>

    @discardableResult
    package static func run<T>(
        keys: PersonalKeys? = nil, projections: [AnyProjection<BookEvent>] = .guestBook,
        _ body: (BookProcess) async throws -> T
    ) async throws -> T {
        let configuration = PostgresConfiguration(
            conninfo: try TestDatabase.current.conninfo, role: "chairside_server")
        let loop = try EventLoop(name: "book")
        let shared = SharedLog<BookEvent>(keys: try keys ?? .theatre())
        let process = try await loop.run {
            let reads = PostgresPool(configuration, connections: 2, on: loop)
            let log = EventLog(
                on: loop, reads: reads, writes: configuration, projections: projections, sharing: shared)
            return BookProcess(
                loop: loop, log: LoopBound(log, on: loop), reads: LoopBound(reads, on: loop), shared: shared)
        }
        let result: Result<T, any Error>
        do { result = .success(try await body(process)) } catch { result = .failure(error) }
        try await process.log.run { $0.close() }
        try await process.reads.run { await $0.close() }
        await loop.stop()
        return try result.get()
    }

    @discardableResult
    package func write(_ event: BookEvent, id: UUIDBytes? = nil) async throws -> Outcome {
        let envelope = CommandEnvelope(
            commandID: id, requestHash: [1, 2, 3], actor: .system, now: Instant(secondsSince1970: 1_795_000_000))
        let answer = AnswerPlace(Guests.table, .id(event.guest))
        return try await log.run { try await $0.handle(Write(event), in: .theatre, as: envelope, answer: answer) }
    }

    /// A guest's state in the process, which is read from the database if it is not cached.
    package func guest(_ guest: UUIDBytes) async throws -> BookGuest {
        try await log.run { log in try await log.read(.theatre) { model in model[.guest(guest)] } }
    }

    package func signatures(of guest: UUIDBytes) async throws -> Int {
        try await log.run { log in try await log.read(.theatre) { model in model[.signatures(of: guest)].count } }
    }
}

extension [AnyProjection<BookEvent>] {
    package static var guestBook: Self { [AnyProjection(Guests.self)] }
}

extension TestDatabase {
    package func verifyBook() async throws -> [Difference] {
        try await withLoop { loop in
            try await Verification<BookEvent>(.guestBook, keys: .theatre())
                .run(PostgresConfiguration(conninfo: conninfo), on: loop).differences
        }
    }

    package func rebuildBook() async throws {
        try await withLoop { loop in
            _ = try await Rebuild<BookEvent>(.guestBook, keys: .theatre())
                .run(PostgresConfiguration(conninfo: conninfo), on: loop)
        }
    }

    /// Runs a query and returns the first column of its first row as text.
    package func text(_ statement: Statement) async throws -> String? {
        try await texts(statement).first ?? nil
    }

    package func texts(_ statement: Statement) async throws -> [String?] {
        try await withConnection { connection in
            try await connection.perform(statement, effect: .reads).map { try $0.optionalText(0) }
        }
    }
}
