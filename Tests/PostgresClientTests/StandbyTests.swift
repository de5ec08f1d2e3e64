import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A commit that waits for a standby` {
    enum Sending: CaseIterable {
        case implicitTransaction, explicitTransaction, script, copy

        func insert(over connection: PostgresConnection) async throws {
            switch self {
            case .implicitTransaction: _ = try await connection.perform("INSERT INTO kept VALUES (1)")
            case .explicitTransaction:
                try await connection.transaction { _ = try await connection.perform("INSERT INTO kept VALUES (1)") }
            case .script: try await connection.run(script: "INSERT INTO kept VALUES (1)")
            case .copy:
                var pieces: [[UInt8]] = [Array("1\n".utf8)]
                _ = try await connection.copyIn("COPY kept FROM STDIN") { pieces.popLast() }
            }
        }
    }

    enum Ending: CaseIterable {
        case byRequest, byShutdown, byItsTask
    }

    @Test func `a commit cancelled while it waits for a standby has an unknown outcome in every kind of transaction`()
        async throws
    {
        let postgres = try await PrivatePostgres.dedicated(.durable)
        defer { postgres.remove() }
        let configuration = PostgresConfiguration(conninfo: postgres.conninfo())
        try await EventLoop.with { loop in
            let observer = try await PostgresConnection.connect(configuration, on: loop)
            defer { observer.close() }
            _ = try await observer.perform("CREATE TABLE kept (number int)")
            try await observer.awaitStandby()
            for sending in Sending.allCases {
                for ending in Ending.allCases {
                    let connection = try await PostgresConnection.connect(configuration, on: loop)
                    defer { connection.close() }
                    let bound = LoopBound(connection, on: loop)
                    let inserting = Held(on: loop) { try await sending.insert(over: bound.value) }
                    try await observer.sessionsAwaitStandby(in: inserting)
                    switch ending {
                    case .byRequest: try await observer.cancelWaitForStandby()
                    case .byShutdown:
                        let pid = Int64(connection.backendPID)
                        _ = try await observer.perform("SELECT pg_terminate_backend(\(pid)::int)", effect: .reads)
                    case .byItsTask: inserting.cancel()
                    }
                    await #expect(throws: PostgresError.outcomeUnknown, "\(sending), \(ending)") {
                        try await inserting.value
                    }
                    #expect(connection.isOpen == (ending != .byShutdown))
                }
            }
            // All transactions were committed on the primary, although their outcomes were unknown to the callers.
            let count = try await observer.perform("SELECT count(*) FROM kept", effect: .reads).only.int(0)
            #expect(count == Sending.allCases.count * Ending.allCases.count)
        }
    }

    @Test func `a commit cancelled while it waits for a standby does not affect statements before and after it`()
        async throws
    {
        let postgres = try await PrivatePostgres.dedicated(.durable)
        defer { postgres.remove() }
        let configuration = PostgresConfiguration(conninfo: postgres.conninfo())
        try await EventLoop.with { loop in
            let observer = try await PostgresConnection.connect(configuration, on: loop)
            defer { observer.close() }
            let connection = try await PostgresConnection.connect(configuration, on: loop)
            defer { connection.close() }
            _ = try await observer.perform("CREATE TABLE kept (number int)")
            try await observer.awaitStandby()
            let before = loop.task { try await connection.perform("SELECT 1") }
            let bound = LoopBound(connection, on: loop)
            let inserting = Held(on: loop) { try await Sending.implicitTransaction.insert(over: bound.value) }
            let behind = loop.task { try await connection.perform("SELECT 2") }
            try await observer.sessionsAwaitStandby(in: inserting)
            try await observer.cancelWaitForStandby()
            await #expect(throws: PostgresError.outcomeUnknown) { try await inserting.value }
            #expect(try await before.value.only.int(0) == 1)
            #expect(try await behind.value.only.int(0) == 2)
            try await observer.forgoStandby()
            try await Sending.implicitTransaction.insert(over: connection)
        }
    }
}
