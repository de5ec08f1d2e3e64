import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing

/// Tests the reminders of check-ins.
@Suite struct CheckInReminderTests {
    private static let patient = Practice.patient(1)
    private static let start: Instant = "2026-11-23T08:00:00Z"

    /// A clinic with a patient whose check-in is due each day at eight, and who is reminded two hours before.
    private func planned(reminder: Int64 = 7_200_000) throws -> Desk {
        var desk = try Desk()
        let intervals = try #require(CheckInIntervals(checkIn: 86_400_000, reminder: reminder))
        try desk.run(
            StartCheckIns(0xe0, of: Self.patient, CheckInTerms(intervals, endsAt: "2026-11-26T08:00:00Z")),
            at: Self.start)
        return desk
    }

    /// Looks for a due reminder as a server does, and returns the due time of the check-in that it is about.
    private func remind(_ desk: inout Desk, at now: Instant) throws -> Instant? {
        let events = try desk.run(RemindOfCheckIn(of: Self.patient), at: now)
        guard case .recovery(.reminded(let reminded))? = events.first else { return nil }
        return reminded.plan.due
    }

    @Test func `a patient is reminded of a check-in once, from the reminder's time until the check-in is due`() throws {
        var desk = try planned()
        #expect(try remind(&desk, at: "2026-11-24T05:59:59Z") == nil)
        #expect(try remind(&desk, at: "2026-11-24T06:00:00Z") == "2026-11-24T08:00:00Z")
        #expect(try remind(&desk, at: "2026-11-24T06:00:30Z") == nil)
        var late = try planned()
        #expect(try remind(&late, at: "2026-11-24T08:00:00Z") == nil)
    }

    @Test func `after a check-in the patient is reminded of the next one`() throws {
        var desk = try planned()
        #expect(try remind(&desk, at: "2026-11-24T06:00:00Z") != nil)
        try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-24T07:00:00Z")
        #expect(try remind(&desk, at: "2026-11-24T07:00:00Z") == nil)
        #expect(try remind(&desk, at: "2026-11-25T05:00:00Z") == "2026-11-25T07:00:00Z")
    }

    @Test func `after a missed check-in the patient is reminded of the next one`() throws {
        var desk = try planned()
        try desk.run(SettleCheckIns(of: Self.patient), at: "2026-11-24T08:00:00Z")
        #expect(try remind(&desk, at: "2026-11-25T06:00:00Z") == "2026-11-25T08:00:00Z")
    }

    @Test func `a plan of check-ins that has ended, or whose reminder interval is zero, causes no reminder`() throws {
        var ended = try planned()
        try ended.run(EndCheckIns(of: Self.patient), at: "2026-11-24T01:00:00Z")
        #expect(try remind(&ended, at: "2026-11-24T06:00:00Z") == nil)
        var silent = try planned(reminder: 0)
        #expect(try remind(&silent, at: "2026-11-24T07:59:59Z") == nil)
        #expect(try remind(&silent, at: "2026-11-24T08:00:00Z") == nil)
    }

    @Test func `while the reminder interval is not shorter than the check-in interval, the patient gets no reminder`()
        throws
    {
        for tooLong in [86_400_000, 129_600_000] as [Int64] {
            var desk = try planned(reminder: tooLong)
            let row = try #require(desk.given.row(CheckInPlans.self, DocumentKey(Self.patient)))
            #expect(try #require(row.column("remind_at", of: CheckInPlans.self)).isNull)
            let document = try #require(desk.given.document(CheckInPlans.self, DocumentKey(Self.patient)))
            #expect(!document.contains("reminder_at"))
            for hour in 0..<24 as Range<Int64> { #expect(try remind(&desk, at: Self.start.adding(hours: hour)) == nil) }
            try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-24T07:00:00Z")
            #expect(try remind(&desk, at: "2026-11-24T07:00:00Z") == nil)
            try desk.run(
                SetCheckInIntervals(of: Self.patient, reminder: 7_200_000, beginning: 0xef), at: "2026-11-24T08:00:00Z")
            #expect(try remind(&desk, at: "2026-11-25T04:59:59Z") == nil)
            #expect(try remind(&desk, at: "2026-11-25T05:00:00Z") == "2026-11-25T07:00:00Z")
            #expect(try remind(&desk, at: "2026-11-25T05:00:30Z") == nil)
        }
    }

    @Test
    func `if check-in interval and reminder interval are changed in either order, each check-in has one reminder`()
        throws
    {
        let now = Self.start.adding(hours: 1)
        let pairs: [(checkIn: Int64, reminder: Int64)] = [(172_800_000, 129_600_000), (86_400_000, 7_200_000)]
        for isReminderFirst in [false, true] {
            var desk = try planned()
            for (checkIn, reminder) in pairs {
                let changes = [
                    SetCheckInIntervals(of: Self.patient, checkIn: checkIn, beginning: 0xef),
                    SetCheckInIntervals(of: Self.patient, reminder: reminder, beginning: 0xef),
                ]
                for change in isReminderFirst ? changes.reversed() : changes {
                    try desk.run(change, at: now)
                    // A server may search for due reminders between the two changes.
                    #expect(try remind(&desk, at: now) == nil)
                }
            }
            #expect(try remind(&desk, at: "2026-11-24T06:00:00Z") == "2026-11-24T08:00:00Z")
            #expect(try remind(&desk, at: "2026-11-24T06:00:30Z") == nil)
        }
    }

    @Test func `the document of a plan of check-ins says whether the patient was reminded of the next check-in`()
        throws
    {
        var desk = try planned()
        #expect(
            try #require(desk.given.document(CheckInPlans.self, DocumentKey(Self.patient))).contains(
                #""reminded":false"#))
        #expect(try remind(&desk, at: "2026-11-24T06:00:00Z") != nil)
        #expect(
            try #require(desk.given.document(CheckInPlans.self, DocumentKey(Self.patient))).contains(
                #""reminded":true"#))
        try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-24T07:00:00Z")
        #expect(
            try #require(desk.given.document(CheckInPlans.self, DocumentKey(Self.patient))).contains(
                #""reminded":false"#))
    }

    @Test
    func `if two servers search for due reminders at once, a patient gets one reminder of each check-in`() throws {
        var nodes = TwoNodes(try planned().given)
        for minute in 0..<Int64(3 * 24 * 12) {
            let now = Self.start.adding(minutes: minute * 5)
            for node in 0...1 {
                try nodes.run(RemindOfCheckIn(of: Self.patient), on: node, at: now)
                try nodes.run(SettleCheckIns(of: Self.patient), on: node, at: now)
            }
        }
        let reminded = nodes.history.feed.compactMap { recorded in
            if case .recovery(.reminded(let reminded)) = recorded.event { reminded.plan.due } else { nil as Instant? }
        }
        #expect(reminded == ["2026-11-24T08:00:00Z", "2026-11-25T08:00:00Z", "2026-11-26T08:00:00Z"])
    }
}
