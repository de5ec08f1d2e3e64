import ClinicDemo
import ClinicTestSupport
import EventLoop
import EventSourcing
import Foundation
import Logging
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database) struct DemoKeeperTests {
    @Test
    func `at most 12 minutes after a demo's update, each clinic treats a patient, and another waits or is due soon`()
        async throws
    {
        let demo = try DemoData(
            .demo(), patients: 160, days: 1,
            hours: .aroundTheClock)
        let filled = try await demo.fill()
        #expect(filled.refused * 50 < filled.commands)
        let keeper = DemoKeeper(demo)
        let begin = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
        // While the demo's data was filled in, more appointment steps (such as check-ins) became due. Carry them out
        // first.
        try await keeper.catchUp(after: begin.adding(days: -1), until: begin)
        var (last, all) = (try await goOn(keeper, from: begin), 0)
        try await expectLife(at: last)
        // Update the demo 8, 16 and 40 hours after its start, so once after a day without updates.
        for hours in [8, 16, 40] as [Int64] {
            let now = begin.adding(hours: hours)
            let done = try await keeper.catchUp(after: last, until: now)
            #expect(done > 100)
            all += done
            last = try await goOn(keeper, from: now)
            try await expectLife(at: last)
        }
        // A repeated update of the demo skips the appointment steps that are done, and tries only the rejected steps
        // again.
        #expect(try await keeper.catchUp(after: begin, until: last) * 20 < all)
    }

    /// Updates the demo to later times, up to twelve minutes ahead, until a patient is being treated in each clinic.
    /// Returns the time of the last update. All chairs of a clinic can be empty for some minutes between two patients.
    private func goOn(_ keeper: DemoKeeper, from now: Instant) async throws -> Instant {
        for minute in stride(from: 0, to: 15, by: 3) as StrideTo<Int64> {
            let then = now.adding(minutes: minute)
            if minute > 0 { try await keeper.catchUp(after: now, until: then) }
            if try await isTreatingEverywhere() { return then }
        }
        return now.adding(minutes: 12)
    }

    private func isTreatingEverywhere() async throws -> Bool {
        try await TestDatabase.current.withConnection { connection in
            try await connection.perform(
                "SELECT count(DISTINCT clinic_id) = 2 FROM appointment WHERE status = 'in_treatment'", effect: .reads
            )[0].bool(0)
        }
    }

    private func expectLife(at now: Instant) async throws {
        try await EventLoop.with { loop in
            let connection = try await PostgresConnection.connect(
                PostgresConfiguration(conninfo: try TestDatabase.current.conninfo), on: loop)
            defer { connection.close() }
            let stale = try await connection.perform(
                """
                SELECT appointment_id::text || ' ' || status || ' ' || starts_at::text FROM appointment
                WHERE status NOT IN ('completed', 'cancelled', 'no_show') AND starts_at < \(now.adding(minutes: -180))
                """, effect: .reads)
            let names = try stale.prefix(10).map { try $0.text(0) }
            #expect(stale.isEmpty, "left open at \(now): \(names) of \(stale.count)")
            let rows = try await connection.perform(
                """
                SELECT clinic_id, count(*) FILTER (WHERE status = 'in_treatment'),
                    count(*) FILTER (WHERE status IN ('arrived', 'seated') OR
                        status IN ('booked', 'confirmed') AND starts_at BETWEEN \(now) AND \(now.adding(minutes: 45)))
                FROM appointment GROUP BY clinic_id
                """, effect: .reads)
            #expect(rows.count == 2)
            for row in rows {
                #expect(try row.int64(1) >= 1, "in treatment at \(now)")
                #expect(try row.int64(2) >= 1, "waiting or about to come at \(now)")
            }
        }
    }
}
