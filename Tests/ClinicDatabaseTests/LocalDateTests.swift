import Clinic
import EventLoop
import EventSourcing
import PostgresClient
import SQL
import TestSupport
import Testing
import ZoneFiles

@Suite(.database(.clinic)) struct LocalDateTests {
    private static func zone(_ name: String) throws -> ClinicZone {
        let rules = try ZoneFolder().load()
        return try #require(ZoneName(name).flatMap { ClinicZone($0, in: rules) })
    }

    @Test(arguments: [
        "Europe/Berlin", "America/Los_Angeles", "Pacific/Kiritimati", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC",
    ])
    func `PostgreSQL computes the same local date of an instant as the clinic's zone rules`(name: String) async throws {
        let zone = try Self.zone(name)
        let last = try #require(Instant(rfc3339: "2027-01-01T00:00:00Z"))
        // The length of the test's steps through the years is no divisor of a day, so the steps reach each hour of the
        // day, and the days on which the clocks change.
        let instants = (0..<2_000).map { last.adding(minutes: -Int64($0) * 479) }
        let statement: Statement = """
            SELECT \(zone.date(of: "to_timestamp(asked.seconds)", notAfter: last))::text
            FROM unnest(\(instants.map(\.secondsSince1970))) WITH ORDINALITY AS asked (seconds, number)
            ORDER BY asked.number
            """
        try await TestDatabase.current.withConnection { connection in
            var dates: [String] = []
            for row in try await connection.perform(statement) { dates.append(try row.text(0)) }
            #expect(dates == instants.map { zone.local($0).date.iso8601 })
        }
    }

    @Test func `the list of recalls counts the reminders since the last visit by days of the clinic's calendar`()
        async throws
    {
        // In Berlin both reminders are on November 24: half past midnight, and noon. In Los Angeles the first reminder
        // is on the afternoon before, which is the day of the visit.
        let notes = """
            {"reminders":[{"at":"2026-11-23T23:30:00Z","channel":"phone"},{"at":"2026-11-24T11:00:00Z",\
            "channel":"letter"}]}
            """
        let now = try #require(Instant(rfc3339: "2026-12-01T00:00:00Z"))
        try await TestDatabase.current.withConnection { connection in
            for (name, count) in [("Europe/Berlin", 2), ("America/Los_Angeles", 1)] {
                let (zone, day) = (try Self.zone(name), "'2026-11-23'::date" as Statement)
                let document: Statement = "\(JSONText(Array(notes.utf8)))"
                let reminders = RecallList.reminders(in: document, after: day, zone, at: now)
                let ofBoth = RecallList.reminders(in: document, document, after: day, zone, at: now)
                let statement: Statement = """
                    SELECT found.count::text FROM (\(reminders)) AS found
                    UNION ALL
                    SELECT found.count::text FROM (\(ofBoth)) AS found
                    """
                var counts: [String] = []
                for row in try await connection.perform(statement) { counts.append(try row.text(0)) }
                #expect(counts == ["\(count)", "\(2 * count)"], "\(name)")
            }
        }
    }
}
