import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the reminders of a year's visits on two servers that look for due reminders at the same times, and restart.
@Suite struct ReminderYearTests {
    private static let start: Instant = "2026-01-05T08:00:00Z"
    private static let end: Instant = "2027-01-05T08:00:00Z"
    private static let stages: [Int64] = [1440, 120]

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func
        `in a simulated year with two restarting servers, each visit's reminder comes once, none after a cancellation`(
            _ seed: UInt64
        ) throws
    {
        var random = SeededNumbers(seed)
        var nodes = TwoNodes(try Desk().given)
        /// The starts of the test's visits that have not begun.
        var ahead: [ID<Appointment>: Instant] = [:]
        var made: UInt64 = 0
        var now = Self.start
        while now < Self.end {
            now = now.adding(seconds: Int64.random(in: 600...3_600, using: &random))
            let node = Int.random(in: 0...1, using: &random)
            let chosen = ahead.keys.sorted { $0.uuid < $1.uuid }.randomElement(using: &random)
            switch (Int.random(in: 0...59, using: &random), chosen) {
            case (0...1, _):
                made += 1
                let visit = Practice.appointment(made)
                let start = Self.time(after: now, using: &random)
                let book = BookAppointment(
                    visit, patient: Practice.patient(1 + made % 3), service: Practice.service(1), start: start,
                    by: .staff)
                if (try? nodes.run(book, on: node, at: now)) != nil { ahead[visit] = start }
            case (2, let visit?):
                let start = Self.time(after: now, using: &random)
                let move = RescheduleAppointment(AppointmentTarget(visit), start: start)
                if (try? nodes.run(move, on: node, at: now)) != nil { ahead[visit] = start }
            case (3, let visit?):
                let cancel = CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill"))
                if (try? nodes.run(cancel, on: node, at: now)) != nil { ahead[visit] = nil }
            case (4...5, _): nodes.restart(node)
            default: break
            }
            ahead = ahead.filter { $0.value > now }
            for (visit, start) in ahead where start <= now.adding(hours: 25) {
                try nodes.run(RemindOfVisit(visit), on: node, at: now)
                if Bool.random(using: &random) { try nodes.run(RemindOfVisit(visit), on: 1 - node, at: now) }
            }
        }
        #expect(nodes.conflicts > 0)
        try Self.check(nodes.history)
    }

    /// A quarter of an hour in the clinic's hours, up to 20 days later.
    private static func time(after now: Instant, using random: inout SeededNumbers) -> Instant {
        let day = (now.secondsSince1970 / 86_400 + Int64.random(in: 0...20, using: &random)) * 86_400
        return Instant(secondsSince1970: day + 8 * 3_600 + Int64.random(in: 0...30, using: &random) * 900)
    }

    /// A period in which a booked visit kept its start.
    private struct Period {
        let start: Instant
        let since: Instant
        /// The time at which the visit was moved or cancelled; `nil` if it was not.
        var end: Instant?
    }

    private static func periods(of visit: ID<Appointment>, _ history: Given) -> [Period] {
        var periods: [Period] = []
        for recorded in history.feed {
            guard case .appointment(let event) = recorded.event, event.visit.appointment == visit else { continue }
            if periods.last?.end == nil, !periods.isEmpty {
                periods[periods.count - 1].end = recorded.recordedAt
            }
            if case .cancelled = event { continue }
            periods.append(Period(start: event.visit.place.slot.start, since: recorded.recordedAt))
        }
        return periods
    }

    /// Compares the reminders of a history with those that follow from the visits' times alone.
    private static func check(_ history: Given) throws {
        var given: [ID<Appointment>: [(reminder: VisitReminded, at: Instant)]] = [:]
        var visits: Set<ID<Appointment>> = []
        for recorded in history.feed {
            if case .notification(.visitReminded(let reminder)) = recorded.event {
                given[reminder.appointment, default: []].append((reminder, recorded.recordedAt))
            }
            if case .appointment(let event) = recorded.event { visits.insert(event.visit.appointment) }
        }
        var expected = 0
        for visit in visits {
            let periods = periods(of: visit, history)
            for (reminder, at) in given[visit] ?? [] {
                let due = reminder.start.adding(minutes: -Int64(reminder.minutes))
                #expect(due <= at && at < reminder.start)
                let fits = periods.contains { period in
                    period.start == reminder.start && period.since <= at && due > period.since
                        && period.end.map { at <= $0 } ?? true
                }
                #expect(fits, "a reminder of a visit that was not agreed on at that time")
            }
            for (index, period) in periods.enumerated() {
                for stage in stages {
                    let due = period.start.adding(minutes: -stage)
                    // The servers search for due reminders at least once an hour, so they find each reminder that stays
                    // due for an hour.
                    let isFound = due > period.since && period.end.map { $0 > due.adding(hours: 1) } ?? true
                    let found = (given[visit] ?? []).filter { found in
                        found.reminder.start == period.start && Int64(found.reminder.minutes) == stage
                            && found.at >= period.since && period.end.map { found.at <= $0 } ?? true
                    }
                    let isOver = period.start < end.adding(days: -1)
                    if isFound, isOver { expected += 1 }
                    #expect(found.count <= 1)
                    if isFound, isOver { #expect(found.count == 1, "period \(index), stage \(stage)") }
                }
            }
        }
        #expect(expected > 100)
    }
}
