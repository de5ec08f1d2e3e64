import ClinicDemo
import ClinicServer
import ClinicTestSupport
import EventLoop
import JSON
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests dashboard figures that are read from a standby of the database.
@Suite(.timeLimit(.minutes(30))) struct `A replica` {
    private static func reads(_ outcome: String, at practice: Practice) async throws -> Double {
        try #require(try await practice.metrics().value("chairside_replica_reads_total", ["outcome": outcome]))
    }

    @Test func `a dashboard reads its figures from the replica only if they are as recent as the primary's`()
        async throws
    {
        let primary = try await PrivatePostgres.dedicated(.throwaway)
        defer { primary.remove() }
        _ = try await DemoData(.demo(primary.conninfo()), patients: 12, days: 3).fill()
        let standby = try await PrivatePostgres.standby(of: primary)
        defer { standby.remove() }
        func onStandby(_ statement: Statement, until state: String) async throws {
            try await EventLoop.with { loop in
                let connection = try await PostgresConnection.connect(
                    PostgresConfiguration(conninfo: standby.conninfo()), on: loop)
                defer { connection.close() }
                _ = try await connection.perform(statement)
                let question: Statement = "SELECT pg_get_wal_replay_pause_state()"
                try await until { try await connection.perform(question, effect: .reads).only.text(0) == state }
            }
        }

        try await Practice.open(on: primary.conninfo(), replica: standby.conninfo(), metricsPort: 0) { practice in
            let (admin, reception) = try await (practice.signIn("admin"), practice.signIn("reception"))
            let patient = try await practice.signIn("patient1").subject
            func outstanding() async throws -> Int64? {
                let shown = try await admin.get("admin/dashboard")
                try #require(shown.status == 200)
                #expect(shown["pending_events"]?.integer == 0)
                return shown["today"]?["outstanding"]?["amount"]?.integer
            }
            /// Requests the dashboard until the standby has answered. Returns the outstanding amount in that answer.
            func served() async throws -> Int64? {
                let before = try await Self.reads("served", at: practice)
                return try await eventually {
                    let shown = try await outstanding()
                    return try await Self.reads("served", at: practice) > before ? shown : Int64??.none
                }
            }
            let before = try await served()

            try await onStandby("SELECT pg_wal_replay_pause()", until: "paused")
            #expect(try await reception.invoice(patient, 9_000).status == 201)
            let (stale, late) = try await (Self.reads("served", at: practice), Self.reads("behind", at: practice))
            #expect(try await outstanding() == before.map { $0 + 9_000 })
            #expect(try await Self.reads("behind", at: practice) == late + 1)
            #expect(try await Self.reads("served", at: practice) == stale)

            try await onStandby("SELECT pg_wal_replay_resume()", until: "not paused")
            #expect(try await served() == before.map { $0 + 9_000 })

            try await standby.stop()
            let away = try await Self.reads("away", at: practice)
            #expect(try await outstanding() == before.map { $0 + 9_000 })
            #expect(try await Self.reads("away", at: practice) == away + 1)
        }
    }
}
