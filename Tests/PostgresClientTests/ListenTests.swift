import EventLoop
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct ListenTests {
    /// Runs `body` with the events of a listener, in order, and with a separate connection.
    static func withListener(
        _ conninfo: String, _ channels: [Identifier],
        _ body:
            @escaping @Sendable (PostgresConnection, AsyncStream<PostgresListener.Event>) async throws -> Void
    ) async throws {
        try await EventLoop.with { loop in
            let (events, continuation) = AsyncStream.makeStream(of: PostgresListener.Event.self)
            let listener = PostgresListener(
                PostgresConfiguration(conninfo: conninfo, applicationName: "listener"), channels: channels, on: loop
            ) { continuation.yield($0) }
            let result: Result<Void, any Error>
            do {
                let connection = try await PostgresConnection.connect(
                    PostgresConfiguration(conninfo: conninfo), on: loop)
                defer { connection.close() }
                result = .success(try await body(connection, events))
            } catch {
                result = .failure(error)
            }
            await listener.close()
            try result.get()
        }
    }

    static func notify(_ connection: PostgresConnection, _ channel: String, _ payload: String) async throws {
        _ = try await connection.perform("SELECT pg_notify(\(channel), \(payload))")
    }

    @Test(.timeLimit(.minutes(30)))
    func `PostgreSQL notifications are received in order, with their channel and sender`() async throws {
        try await Self.withListener(TestDatabase.current.conninfo, [Identifier("news"), Identifier("Other News")]) {
            connection, events in
            #expect(await events.next() == .connected)
            try await Self.notify(connection, "news", "1")
            try await Self.notify(connection, "nobody's", "2")
            try await Self.notify(connection, "Other News", "žluťoučký")
            let sender = connection.backendPID
            #expect(await events.next() == .notified(.init(channel: "news", payload: "1", senderPID: sender)))
            #expect(
                await events.next()
                    == .notified(.init(channel: "Other News", payload: "žluťoučký", senderPID: sender)))
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a listener for notifications whose session ends reports the interruption and listens again`() async throws {
        try await Self.withListener(TestDatabase.current.conninfo, [Identifier("news")]) { connection, events in
            #expect(await events.next() == .connected)
            for round in 0..<3 {
                let ended = try await connection.perform(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name = 'listener' AND datname = current_database()
                    """)
                #expect(ended.count == 1)
                #expect(await events.next() == .disconnected)
                #expect(await events.next() == .connected)
                try await Self.notify(connection, "news", "\(round)")
                guard case .notified(let heard)? = await events.next() else {
                    return #expect(Bool(false), "nothing heard")
                }
                #expect(heard.payload == "\(round)")
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a PostgreSQL connection that stops listening receives no more notifications`() async throws {
        try await TestDatabase.current.withConnection { connection in
            let (heard, continuation) = AsyncStream.makeStream(of: String.self)
            try await connection.listen(Identifier("news")) { continuation.yield($0.payload) }
            try await connection.listen(Identifier("end")) { _ in continuation.finish() }
            try await Self.notify(connection, "news", "1")
            try await connection.unlisten(Identifier("news"))
            try await Self.notify(connection, "news", "2")
            try await Self.notify(connection, "end", "")
            #expect(await heard.reduce(into: []) { $0.append($1) } == ["1"])
        }
    }
}
