import ClinicServer
import ClinicTestSupport
import EventLoop
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

extension Conformance {
    /// Tests the readiness report, and the reasons that it gives why a server is not ready.
    @Suite struct Readiness {
        private func conditions(_ answer: HTTPAnswer) -> [String: String] {
            var conditions: [String: String] = [:]
            for component in answer["components"]?.elements ?? [] {
                conditions[component["name"]?.string ?? ""] = component["status"]?.string
            }
            return conditions
        }

        @Test func `the readiness report of a ready server lists the state of each component`() async throws {
            try await Practice.open { practice in
                // The server may listen for changed sessions a moment after it is ready.
                let answer = try await eventually {
                    let answer = try await practice.nobody.get("/readyz")
                    return conditions(answer)["sessions"] == "ok" ? answer : nil
                }
                #expect(answer.status == 200)
                #expect(answer["status"]?.string == "ok")
                #expect(
                    conditions(answer) == [
                        "server": "ok", "database": "ok", "writes": "ok", "schema": "ok", "feed": "ok",
                        "sessions": "ok", "access_log": "ok", "events": "ok", "chain": "ok", "async_projections": "ok",
                        "projection_audit": "ok",
                    ])
            }
        }

        @Test func `a hash chain far behind the feed is reported, and the server keeps serving`() async throws {
            try await TestDatabase.current.withConnection { connection in
                _ = try await connection.perform(
                    "UPDATE clinic_feed SET last_position = last_position + 30000 WHERE clinic_id IS NOT NULL")
            }
            try await Practice.open(metricsPort: 0) { practice in
                let answer = try await practice.nobody.get("/readyz")
                #expect(answer.status == 200)
                #expect(answer["status"]?.string == "degraded")
                #expect(conditions(answer)["chain"] == "degraded")
                #expect(conditions(answer)["database"] == "ok")
                #expect(try await practice.metrics().value("chairside_chain_lag_events") ?? 0 >= 60_000)
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func `a server is not ready while its database accepts no writes`() async throws {
            let database = try TestDatabase.current
            try await Practice.open { practice in
                try await database.setReadOnly(true)
                // Setting the database to read-only also closed the server's connections. The server reports that
                // writes are refused only after it has connected again.
                let answer = try await eventually {
                    let answer = try await practice.nobody.get("/readyz")
                    return conditions(answer)["writes"] == "unavailable" ? answer : nil
                }
                #expect(answer.status == 503)
                #expect(answer["detail"]?.string == "the database accepts no writes")
                #expect(conditions(answer)["database"] == "ok")
                try await database.setReadOnly(false)
                try await until { try await practice.nobody.get("/readyz").status == 200 }
            }
        }

        @Test func `a draining server answers a readiness request on an open connection with 503`() async throws {
            try await Practice.open { practice in
                let wire = practice.wire
                let address = try SocketAddress(numericHost: "127.0.0.1", port: practice.port)
                let received = Received()
                let tcp = try await wire.run {
                    let tcp = try await TCPConnection.connect(to: address, on: wire)
                    tcp.start(
                        receive: { bytes in unsafe bytes.withUnsafeBytes { unsafe received.add(Array($0)) } },
                        closed: { _ in received.end() })
                    tcp.write(Array("GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n".utf8))
                    await received.some()
                    return LoopBound(tcp, on: wire)
                }
                // The answer to the first request shows that the server has read the beginning of the second request,
                // too.
                let stop = Task { await practice.server.stop() }
                while (try? await practice.nobody.get("/livez")) != nil {}
                try await tcp.run { tcp in
                    tcp.write(Array("\r\n".utf8))
                    await received.all()
                }
                await stop.value
                let text = String(decoding: try await wire.run { received.bytes }, as: UTF8.self)
                #expect(text.contains("HTTP/1.1 503 "))
                #expect(text.contains(#""detail":"draining""#))
                #expect(text.contains(#""components":[{"name":"server","status":"unavailable","reason":"draining"}"#))
            }
        }
    }
}

extension TestDatabase {
    /// Makes the database read-only or writable for new sessions, and ends all existing sessions.
    fileprivate func setReadOnly(_ isReadOnly: Bool) async throws {
        try await withConnection { connection in
            try await connection.run(script: "SET default_transaction_read_only = off")
            try await connection.run(
                script: """
                    DO $$ BEGIN
                        EXECUTE format(
                            'ALTER DATABASE %I SET default_transaction_read_only = \(isReadOnly ? "on" : "off")',
                            current_database());
                    END $$
                    """)
            _ = try await connection.perform(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        }
    }
}

/// The bytes that a client has received. The object is used only on one event loop, hence `@unchecked Sendable`.
private final class Received: @unchecked Sendable {
    private(set) var bytes: [UInt8] = []
    private var isOver = false
    private var first: CheckedContinuation<Void, Never>?
    private var last: CheckedContinuation<Void, Never>?

    func add(_ more: [UInt8]) {
        bytes += more
        first?.resume()
        first = nil
    }

    func end() {
        isOver = true
        last?.resume()
        last = nil
    }

    func some() async {
        await withCheckedContinuation { if bytes.isEmpty { first = $0 } else { $0.resume() } }
    }

    func all() async {
        await withCheckedContinuation { if isOver { $0.resume() } else { last = $0 } }
    }
}
