import ClinicServer
import EventLoop
import EventSourcing
import Foundation
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct DemoKeeperTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func `a demo that is kept up to date always has patients in treatment and others about to come`()
        async throws
    {
        let demo = DemoData(
            database: try TestDatabase.current.conninfo, keys: try DemoKeys.folder(), patients: 160, days: 1,
            hours: .aroundTheClock)
        let filled = try await demo.fill(logger: Self.quiet) { _, _ in }
        #expect(filled.refused * 50 < filled.commands)
        let keeper = DemoKeeper(demo, logger: Self.quiet)
        let begin = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
        try await expectLife(at: begin)
        var (last, all) = (begin, 0)
        // By night and by day, and after a day without updates.
        for hours in [8, 16, 40] as [Int64] {
            let now = begin.adding(hours: hours)
            let done = try await keeper.catchUp(after: last, until: now)
            #expect(done > 100)
            all += done
            try await expectLife(at: now)
            last = now
        }
        // Finished steps are not repeated; rejected ones are tried again.
        #expect(try await keeper.catchUp(after: begin, until: last) * 20 < all)
    }

    private func expectLife(at now: Instant) async throws {
        try await EventLoop.with { loop in
            let connection = try await PostgresConnection.connect(
                PostgresConfiguration(conninfo: try TestDatabase.current.conninfo), on: loop)
            defer { connection.close() }
            let rows = try await connection.perform(
                """
                SELECT clinic_id, count(*) FILTER (WHERE status = 'in_treatment'),
                    count(*) FILTER (WHERE status IN ('arrived', 'seated') OR
                        status IN ('booked', 'confirmed') AND starts_at BETWEEN \(now) AND \(now.adding(minutes: 45)))
                FROM appointment GROUP BY clinic_id
                """, effect: .reads)
            #expect(rows.count == 2)
            #expect(try rows.reduce(0) { try $0 + $1.int64(1) } >= 1, "in treatment in one of the clinics at \(now)")
            for row in rows {
                #expect(try row.int64(2) >= 1, "waiting or about to come at \(now)")
            }
        }
    }
}
