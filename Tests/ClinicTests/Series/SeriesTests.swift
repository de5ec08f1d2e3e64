import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct SeriesTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let ids: [ID<Appointment>] = (1...52).map { ID(integerLiteral: 0xa00 + $0) }

    private func plan(
        _ start: String, _ rule: SeriesRule, patient: UInt64 = 1, skips: Bool = false, id: ID<VisitSeries> = 1
    ) throws -> PlanSeries {
        PlanSeries(
            id,
            PlanSeries.Wish(
                patient: Practice.patient(patient), service: Practice.service(1), doctor: Practice.doctor(1),
                start: try #require(LocalDateTime(start)), rule: rule, skipsRefused: skips),
            appointments: Self.ids)
    }

    private func starts(_ desk: Desk, _ count: Int) -> [Instant] {
        Self.ids.prefix(count).compactMap { desk.course($0)?.visit.place.slot.start }
    }

    @Test func `a weekly series keeps its time by the wall clock when the clocks change`() throws {
        var desk = try Desk()
        try desk.run(plan("2027-03-18T09:00", SeriesRule(every: 1, .weeks, .count(3))), at: Self.now)
        #expect(
            starts(desk, 3) == ["2027-03-18T08:00:00Z", "2027-03-25T08:00:00Z", "2027-04-01T07:00:00Z"],
            "summer time begins on 28 March")
    }

    @Test
    func `a series ends after a number of visits or on a date, and in a month that is too short uses its last day`() {
        let weekly = SeriesRule(every: 2, .weeks, .until("2026-12-31"))
        #expect(weekly.dates(from: "2026-12-01") == ["2026-12-01", "2026-12-15", "2026-12-29"])
        let monthly = SeriesRule(every: 1, .months, .count(4))
        #expect(monthly.dates(from: "2026-12-31") == ["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31"])
        let daily = SeriesRule(every: 3, .days, .count(2))
        #expect(daily.dates(from: "2026-12-30") == ["2026-12-30", "2027-01-02"])
        #expect(SeriesRule(every: 1, .days, .until("2199-01-01")).dates(from: "2026-12-01").count == 52)
    }

    @Test
    func `a series is refused if one visit cannot take place, and the refusal has the visit's day and free times`()
        throws
    {
        var desk = try Desk()
        try desk.book("2026-12-01T08:00:00Z", patient: 2, doctor: 1, by: .staff, at: Self.now)
        let three = try plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(3)))
        guard case .refused(let conflicts) = desk.rejection(three, at: Self.now) else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.date) == ["2026-12-01"])
        #expect(conflicts.map(\.reason) == [.doctorBusy])
        #expect(conflicts.first?.alternatives.isEmpty == false)
    }

    @Test func `planning a series ends the patient's hold of another time`() throws {
        var desk = try Desk()
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(1), service: Practice.service(1), start: "2026-11-25T08:00:00Z",
            by: .patient)
        try desk.run(hold, at: Self.now)
        let events = try desk.run(
            plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2))), at: Self.now)
        #expect(events.contains { if case .hold(.released) = $0 { true } else { false } })
    }

    @Test func `moving a series ends the patient's hold of another time`() throws {
        var desk = try Desk()
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2))), at: Self.now)
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(1), service: Practice.service(1), start: "2026-11-25T08:00:00Z",
            by: .patient)
        try desk.run(hold, at: Self.now)
        let events = try desk.run(MoveSeries(1, MoveSeries.Move(time: "14:00")), at: Self.now)
        #expect(events.contains { if case .hold(.released) = $0 { true } else { false } })
    }

    @Test func `a visit of a series does not take a time that is held for another patient`() throws {
        var desk = try Desk()
        let hold = HoldSlot(
            0xb1, patient: Practice.patient(2), service: Practice.service(1), doctor: Practice.doctor(1),
            start: "2026-11-24T08:00:00Z", by: .patient)
        try desk.run(hold, at: Self.now)
        let series = try plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2)))
        guard case .refused(let conflicts) = desk.rejection(series, at: Self.now) else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.reason) == [.held])
    }

    @Test
    func `a series that skips refused visits books the other visits, and the series' document names the refused ones`()
        throws
    {
        var desk = try Desk()
        try desk.book("2026-12-01T08:00:00Z", patient: 2, doctor: 1, by: .staff, at: Self.now)
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(3)), skips: true), at: Self.now)
        #expect(starts(desk, 3) == ["2026-11-24T08:00:00Z", "2026-12-08T08:00:00Z"])
        let document = try #require(desk.given.document(SeriesList.self, DocumentKey(1 as ID<VisitSeries>)))
        #expect(document.contains(#""refused":[{"date":"2026-12-01","reason":"doctor_busy"}]"#))
    }

    @Test func `a series is refused if the clocks skip the time of one of its visits`() throws {
        let desk = try Desk(Practice(open: "00:00-24:00"))
        let night = try plan("2027-03-21T02:30", SeriesRule(every: 1, .weeks, .count(2)))
        guard case .refused(let conflicts) = desk.rejection(night, at: Self.now) else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.reason) == [.clocksSkip])
    }

    @Test func `the visits of a series from one day on move together, or no visit moves if one new time is taken`()
        throws
    {
        var desk = try Desk()
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(3))), at: Self.now)
        try desk.run(
            MoveSeries(1, MoveSeries.Move(from: "2026-12-01", time: "10:30", shiftDays: 1)), at: Self.now)
        #expect(starts(desk, 3) == ["2026-11-24T08:00:00Z", "2026-12-02T09:30:00Z", "2026-12-09T09:30:00Z"])
        try desk.book("2026-12-09T13:00:00Z", patient: 2, doctor: 1, by: .staff, at: Self.now)
        let taken = MoveSeries(1, MoveSeries.Move(from: "2026-12-01", time: "14:00"))
        guard case .refused(let conflicts) = desk.rejection(taken, at: Self.now) else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.date) == ["2026-12-09"])
        #expect(desk.rejection(MoveSeries(1, MoveSeries.Move(shiftDays: 7)), at: Self.now) == .tooFar)
    }

    @Test func `a series is not moved if two of its visits on one day would get the same time`() throws {
        var desk = try Desk()
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2))), at: Self.now)
        let single = RescheduleAppointment(AppointmentTarget(Self.ids[1]), start: "2026-11-24T10:00:00Z")
        try desk.run(single, at: Self.now)
        guard case .refused(let conflicts) = desk.rejection(MoveSeries(1, MoveSeries.Move(time: "14:00")), at: Self.now)
        else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.reason) == [.patientBusy])
    }

    @Test func `a visit whose time has begun is neither moved nor cancelled with its series`() throws {
        var desk = try Desk()
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2))), at: Self.now)
        let begun: Instant = "2026-11-24T08:00:00Z"
        try desk.run(MoveSeries(1, MoveSeries.Move(time: "14:00")), at: begun)
        #expect(starts(desk, 2) == [begun, "2026-12-01T13:00:00Z"])
        try desk.run(CancelSeries(1, reason: Personal("Done")), at: begun)
        #expect(Self.ids.prefix(2).map { desk.status($0) } == [.booked, .cancelled])
    }

    @Test func `times that a moved or cancelled series leaves are offered to patients on the waitlist`() throws {
        var desk = try Desk()
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2))), at: Self.now)
        let days = try #require(DateRange("2026-12-01", "2026-12-01"))
        let waiting = WaitlistEntry(
            id: 1, patient: Practice.patient(2), service: Practice.service(1), days: days, latest: "14:00")
        try desk.run(JoinWaitlist(waiting), at: Self.now)
        func offered(_ events: [ClinicEvent]) -> [Instant] {
            events.compactMap { event in
                if case .waitlist(.offered(let offered)) = event { offered.offer.slot.start } else { nil }
            }
        }
        let moved = try desk.run(MoveSeries(1, MoveSeries.Move(time: "14:00")), at: Self.now)
        #expect(offered(moved) == ["2026-12-01T08:00:00Z"])
        let cancelled = try desk.run(CancelSeries(1, reason: Personal("Done")), at: Self.now)
        #expect(offered(cancelled) == ["2026-12-01T13:00:00Z"])
    }

    @Test func `the visits of a series from one day on are cancelled together, and the earlier visits stay booked`()
        throws
    {
        var desk = try Desk()
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(3))), at: Self.now)
        try desk.run(CancelSeries(1, from: "2026-12-01", reason: Personal("Done")), at: Self.now)
        #expect(Self.ids.prefix(3).map { desk.status($0) } == [.booked, .cancelled, .cancelled])
        #expect(
            desk.rejection(CancelSeries(1, from: "2026-12-01", reason: Personal("Done")), at: Self.now) == .empty)
        #expect(desk.rejection(CancelSeries(9, reason: Personal("Done")), at: Self.now) == .unknown)
    }

    @Test
    func `a series is not moved if one of its visits would need a chair during the buffer after another of its visits`()
        throws
    {
        var desk = try Desk(
            Practice(chairs: 2, services: [30], buffers: [1: ChairBuffers(minutesBefore: 0, minutesAfter: 20)]))
        try desk.run(plan("2026-11-24T09:00", SeriesRule(every: 1, .weeks, .count(2))), at: Self.now)
        try desk.run(
            RescheduleAppointment(AppointmentTarget(Self.ids[1]), start: "2026-11-24T08:30:00Z"), at: Self.now)
        try desk.book("2026-11-25T08:30:00Z", patient: 2, doctor: 2, chair: 2, by: .staff, at: Self.now)
        guard case .refused(let conflicts) = desk.rejection(MoveSeries(1, MoveSeries.Move(shiftDays: 1)), at: Self.now)
        else {
            Issue.record("not refused")
            return
        }
        #expect(conflicts.map(\.reason) == [.noChair])
    }
}
