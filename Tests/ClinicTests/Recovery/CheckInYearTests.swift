import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests a year of check-ins with two servers that look for missed check-ins at once, and that restart.
@Suite struct CheckInYearTests {
    private static let patient = Practice.patient(1)
    private static let start: Instant = "2026-01-10T08:00:00Z"
    private static let end: Instant = "2027-01-10T08:00:00Z"

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `in a simulated year with two servers that restart, each missed check-in is recorded once`(_ seed: UInt64)
        throws
    {
        var random = SeededNumbers(seed)
        let interval = Int64.random(in: 12...72, using: &random) * 3_600_000 + Int64.random(in: 0...999, using: &random)
        let reminder = Int64.random(in: 1...100, using: &random) * 3_600_000
        let terms = CheckInTerms(
            try #require(CheckInIntervals(checkIn: interval, reminder: reminder)), endsAt: Self.end,
            contact: CheckInContact(name: Personal("Aunt"), phone: Personal("+49 30 1234567")))
        var nodes = TwoNodes(try Desk().given)
        try nodes.run(StartCheckIns(0xe0, of: Self.patient, terms), on: 0, at: Self.start)
        var now = Self.start
        var made: UInt64 = 0
        while now < Self.end.adding(days: 2) {
            now = now.adding(seconds: Int64.random(in: 1...43_200, using: &random))
            switch Int.random(in: 0...9, using: &random) {
            // A check-in after the plan's end begins another plan.
            case 0 where now < Self.end:
                made += 1
                _ = try? nodes.run(
                    RecordCheckIn(ID(integerLiteral: 9_000 + made), of: Self.patient), on: Int(made % 2), at: now)
            case 1: nodes.restart(Int.random(in: 0...1, using: &random))
            case 2...4:
                try nodes.run(SettleCheckIns(of: Self.patient), on: Int.random(in: 0...1, using: &random), at: now)
            case 5...6: for node in 0...1 { try nodes.run(SettleCheckIns(of: Self.patient), on: node, at: now) }
            default: break
            }
        }
        try nodes.run(SettleCheckIns(of: Self.patient), on: 0, at: now)
        #expect(nodes.conflicts > 0)
        let missed = Self.missed(nodes.history)
        #expect(missed.map(\.due) == Self.expected(nodes.history, interval: interval))
        #expect(Set(missed.map(\.missed)).count == missed.count)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `if the clock of a server is wrong and jumps, no missed check-in is recorded twice`(_ seed: UInt64) throws {
        var random = SeededNumbers(seed)
        let terms = CheckInTerms(
            try #require(CheckInIntervals(checkIn: 86_400_000, reminder: 0)), endsAt: Self.end)
        var nodes = TwoNodes(try Desk().given)
        try nodes.run(StartCheckIns(0xe0, of: Self.patient, terms), on: 0, at: Self.start)
        for hour in 0..<Int64(90 * 24) {
            let now = Self.start.adding(seconds: hour * 3600 + Int64.random(in: -90_000...90_000, using: &random))
            let node = Int.random(in: 0...1, using: &random)
            if Int.random(in: 0...99, using: &random) == 0 {
                let longer = Int64.random(in: 1...100, using: &random) * 3_600_000
                _ = try? nodes.run(
                    SetCheckInIntervals(of: Self.patient, checkIn: longer, beginning: 0xef), on: node, at: now)
            } else {
                try nodes.run(SettleCheckIns(of: Self.patient), on: node, at: now)
            }
        }
        let missed = Self.missed(nodes.history)
        #expect(missed.count > 10)
        #expect(Set(missed.map(\.missed)).count == missed.count)
        #expect(zip(missed, missed.dropFirst()).allSatisfy { $0.due < $1.due })
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `in a simulated year of restarting servers, a missed check-in has one reminder, another check-in at most one`(
        _ seed: UInt64
    ) throws {
        var random = SeededNumbers(seed)
        let intervals = try #require(CheckInIntervals(checkIn: 86_400_000, reminder: 7_200_000))
        var nodes = TwoNodes(try Desk().given)
        try nodes.run(
            StartCheckIns(0xe0, of: Self.patient, CheckInTerms(intervals, endsAt: Self.end)), on: 0, at: Self.start)
        var now = Self.start
        var made: UInt64 = 0
        // The simulated server looks for due timed steps at least every 6,000 seconds. A reminder is due for 7,200
        // seconds, so the server finds each one.
        while now < Self.end {
            now = now.adding(seconds: Int64.random(in: 3_000...6_000, using: &random))
            let node = Int.random(in: 0...1, using: &random)
            switch Int.random(in: 0...39, using: &random) {
            case 0:
                made += 1
                _ = try? nodes.run(
                    RecordCheckIn(ID(integerLiteral: 9_000 + made), of: Self.patient), on: node, at: now)
            case 1...2: nodes.restart(node)
            default: break
            }
            for node in Bool.random(using: &random) ? [node, 1 - node] : [node] {
                try nodes.run(SettleCheckIns(of: Self.patient), on: node, at: now)
                try nodes.run(RemindOfCheckIn(of: Self.patient), on: node, at: now)
            }
        }
        #expect(nodes.conflicts > 0 && made > 50)
        try Self.checkReminders(of: nodes.history)
    }

    /// Compares the reminders of check-ins in a history with the times that follow from the check-ins alone.
    private static func checkReminders(of history: Given) throws {
        var due = start.adding(days: 1)
        /// The times of the reminders of the next check-in.
        var reminders: [Instant] = []
        var count = 0
        for recorded in history.feed {
            let at = recorded.recordedAt
            switch recorded.event {
            case .recovery(.reminded(let reminded)):
                #expect(reminded.plan.due == due)
                #expect(at >= due.adding(hours: -2) && at < due)
                reminders.append(at)
                count += 1
            case .recovery(.missed(let missed)):
                #expect(missed.due == due)
                #expect(reminders.count == 1, "the check-in of \(due) was missed without exactly one reminder")
                (due, reminders) = (due.adding(days: 1), [])
            case .recovery(.checkedIn):
                #expect(reminders.count <= 1)
                (due, reminders) = (at.adding(days: 1), [])
            default: break
            }
        }
        #expect(count > 200)
    }

    private static func missed(_ history: Given) -> [CheckInMissed] {
        history.feed.compactMap { if case .recovery(.missed(let missed)) = $0.event { missed } else { nil } }
    }

    /// The due times that passed without a check-in, computed from the times of the check-ins alone.
    private static func expected(_ history: Given, interval: Int64) -> [Instant] {
        var times = [start]
        for recorded in history.feed {
            if case .recovery(.checkedIn) = recorded.event { times.append(recorded.recordedAt) }
        }
        var expected: [Instant] = []
        for (index, time) in times.enumerated() {
            let next = index + 1 < times.count ? min(times[index + 1], end) : end
            for count in 1... {
                let due = time.adding(seconds: (interval * Int64(count) + 999) / 1000)
                guard due <= next else { break }
                expected.append(due)
            }
        }
        return expected
    }
}
