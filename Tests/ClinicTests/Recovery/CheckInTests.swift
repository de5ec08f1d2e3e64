import Clinic
import Endpoints
import EventSourcing
import Identifiers
import SQL
import Testing

@Suite struct CheckInTests {
    private static let patient = Practice.patient(1)
    private static let doctor = RecordReader(
        account: UUIDBytes(high: 0, low: 0xd), staff: Practice.doctor(1), role: .doctor)
    private static let start: Instant = "2026-11-23T08:00:00Z"
    private static let key = DocumentKey(patient)

    private static func terms(
        _ checkIn: Int64 = 86_400_000, _ reminder: Int64 = 7_200_000, until end: Instant = "2026-12-03T08:00:00Z",
        contact: CheckInContact? = nil
    ) throws -> CheckInTerms {
        CheckInTerms(
            try #require(CheckInIntervals(checkIn: checkIn, reminder: reminder)), endsAt: end, contact: contact)
    }

    /// A clinic with a plan of check-ins that a doctor prescribed, or that the patient chose if `doctor` is `nil`.
    private static func planned(
        by doctor: RecordReader? = Self.doctor, _ terms: CheckInTerms? = nil
    ) throws -> Desk {
        var desk = try Desk()
        try desk.run(StartCheckIns(0xe0, of: patient, by: doctor, terms ?? Self.terms()), at: start)
        return desk
    }

    private func document(_ desk: Desk) -> String { desk.given.document(CheckInPlans.self, Self.key) ?? "" }

    private func settle(_ desk: inout Desk, at now: Instant) throws -> [String] {
        try desk.run(SettleCheckIns(of: Self.patient), at: now).map { type(of: $0.payload).stored.name }
    }

    @Test func `a check-in is due one interval after the last one, and its reminder one reminder interval before that`()
        throws
    {
        var desk = try Self.planned()
        #expect(document(desk).contains(#""due_at":"2026-11-24T08:00:00Z","reminder_at":"2026-11-24T06:00:00Z""#))
        try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-23T20:15:30Z")
        #expect(document(desk).contains(#""last_check_in_at":"2026-11-23T20:15:30Z","due_at":"2026-11-24T20:15:30Z""#))
        let checkIn = try #require(desk.given.document(CheckIns.self, DocumentKey(0xc1 as ID<CheckIn>)))
        let id = Self.patient.text
        #expect(
            checkIn.contains(
                #""userID":"\#(id)","user_id":"\#(id)","timestamp":"2026-11-23T20:15:30Z","source":"manual""#))
    }

    @Test
    func `a fraction of a second in an interval of check-ins is kept, and the due time is rounded up to a second`()
        throws
    {
        let desk = try Self.planned(try Self.terms(3_600_250, 1_500))
        #expect(document(desk).contains(#""check_in_interval":3600.25,"reminder_interval":1.5"#))
        #expect(document(desk).contains(#""due_at":"2026-11-23T09:00:01Z","reminder_at":"2026-11-23T08:59:59Z""#))
    }

    @Test func `an interval of a day between check-ins is 24 hours also when the clocks change`() throws {
        var desk = try Desk()
        let before: Instant = "2026-10-24T10:00:00Z"
        try desk.run(
            StartCheckIns(0xe0, of: Self.patient, by: Self.doctor, try Self.terms(until: "2026-11-24T10:00:00Z")),
            at: before)
        #expect(document(desk).contains(#""due_at":"2026-10-25T10:00:00Z""#))
    }

    @Test func `a check-in not made by its due time is recorded as missed once, even if the timed step runs again`()
        throws
    {
        var desk = try Self.planned()
        #expect(try settle(&desk, at: "2026-11-24T07:59:59Z") == [])
        #expect(try settle(&desk, at: "2026-11-24T08:00:00Z") == ["check-in-missed"])
        #expect(try settle(&desk, at: "2026-11-24T08:00:00Z") == [])
        #expect(document(desk).contains(#""status":"missed""#))
        #expect(document(desk).contains(#""due_at":"2026-11-25T08:00:00Z""#))
        try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-24T09:00:00Z")
        #expect(document(desk).contains(#""status":"active""#))
    }

    @Test func `a late check-in first records the missed check-ins that no server has recorded yet`() throws {
        var desk = try Self.planned()
        let events = try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-25T09:00:00Z")
        #expect(
            events.map { type(of: $0.payload).stored.name } == ["check-in-missed", "check-in-missed", "checked-in"])
    }

    @Test
    func `a contact is told of a missed check-in once, one reminder interval after it, unless the patient checked in`()
        throws
    {
        let contact = CheckInContact(name: Personal("Aunt"), phone: Personal("+49 30 1234567"))
        var desk = try Self.planned(try Self.terms(contact: contact))
        #expect(try settle(&desk, at: "2026-11-24T08:00:00Z") == ["check-in-missed"])
        #expect(try settle(&desk, at: "2026-11-24T09:59:59Z") == [])
        #expect(try settle(&desk, at: "2026-11-24T10:00:00Z") == ["check-in-contact-due"])
        #expect(try settle(&desk, at: "2026-11-24T11:00:00Z") == [])
        #expect(try settle(&desk, at: "2026-11-25T08:00:00Z") == ["check-in-missed"])
        try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-11-25T08:30:00Z")
        #expect(try settle(&desk, at: "2026-11-25T12:00:00Z") == [])
    }

    @Test
    func `a contact is told of a missed check-in when the next one is due if the reminder interval would end later`()
        throws
    {
        let contact = CheckInContact(name: Personal("Aunt"), phone: Personal("+49 30 1234567"))
        var desk = try Self.planned(try Self.terms(3_600_000, 36_000_000, contact: contact))
        #expect(try settle(&desk, at: "2026-11-23T09:00:00Z") == ["check-in-missed"])
        #expect(try settle(&desk, at: "2026-11-23T09:59:59Z") == [])
        #expect(try settle(&desk, at: "2026-11-23T10:00:00Z") == ["check-in-contact-due", "check-in-missed"])
        #expect(try settle(&desk, at: "2026-11-23T11:00:00Z") == ["check-in-contact-due", "check-in-missed"])
        var chosen = try Self.planned(by: nil, try Self.terms(86_400_000, 43_200_000, contact: contact))
        #expect(try settle(&chosen, at: "2026-11-24T08:00:00Z") == ["check-in-missed"])
        try chosen.run(
            SetCheckInIntervals(of: Self.patient, checkIn: 3_600_000, beginning: 0xef), at: "2026-11-24T09:00:00Z")
        #expect(document(chosen).contains(#""contact_due_at":"2026-11-24T10:00:00Z""#))
        #expect(try settle(&chosen, at: "2026-11-24T10:00:00Z") == ["check-in-contact-due", "check-in-missed"])
    }

    @Test func `after the end of a prescribed plan no check-in is missed, and the next one begins a plan of 24 hours`()
        throws
    {
        var desk = try Self.planned(try Self.terms(until: "2026-11-25T07:00:00Z"))
        #expect(try settle(&desk, at: "2027-01-01T00:00:00Z") == ["check-in-missed", "check-ins-ended"])
        #expect(try settle(&desk, at: "2027-02-01T00:00:00Z") == [])
        #expect(document(desk).contains(#""status":"ended""#))
        #expect(!document(desk).contains("due_at"))
        try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: "2027-02-01T00:00:00Z")
        #expect(document(desk).contains(#""due_at":"2027-02-02T00:00:00Z""#))
    }

    @Test
    func `one decision takes at most 100 timed steps of a plan of check-ins, and the next decision takes the rest`()
        throws
    {
        var desk = try Self.planned(try Self.terms(3_600_000, 0))
        let late: Instant = "2026-11-28T00:00:00Z"
        #expect(try settle(&desk, at: late).count == 100)
        #expect(try settle(&desk, at: late).count == 12)
        #expect(try settle(&desk, at: late).isEmpty)
    }

    @Test func `a new plan of check-ins first records the previous plan's missed check-ins that were not recorded yet`()
        throws
    {
        var desk = try Self.planned(by: nil, try Self.terms(until: "2026-11-25T07:00:00Z"))
        let events = try desk.run(
            StartCheckIns(0xe1, of: Self.patient, try Self.terms(until: "2026-12-05T08:00:00Z")),
            at: "2026-11-26T08:00:00Z")
        let names = events.map { type(of: $0.payload).stored.name }
        #expect(names == ["check-in-missed", "check-ins-ended", "check-ins-started"])
        #expect(document(desk).contains(#""status":"active""#))
    }

    @Test func `the first check-in begins a plan with the standard intervals, or with those saved before`() throws {
        var desk = try Desk()
        #expect(desk.rejection(EndCheckIns(of: Self.patient, by: Self.doctor), at: noon) == .unknown)
        var other = desk
        let first = try desk.run(RecordCheckIn(0xc1, of: Self.patient), at: Self.start)
        #expect(first.map { type(of: $0.payload).stored.name } == ["check-ins-started", "checked-in"])
        #expect(document(desk).contains(#""due_at":"2026-11-24T08:00:00Z","reminder_at":"2026-11-24T06:00:00Z""#))
        try other.run(SetCheckInIntervals(of: Self.patient, checkIn: 43_200_000, beginning: 0xef), at: Self.start)
        #expect(document(other).contains(#""status":"ended""#) && !document(other).contains("due_at"))
        #expect(try settle(&other, at: "2026-12-01T00:00:00Z") == [])
        try other.run(RecordCheckIn(0xc1, of: Self.patient), at: "2026-12-01T08:00:00Z")
        #expect(document(other).contains(#""due_at":"2026-12-01T20:00:00Z""#))
    }

    @Test func `intervals saved without a plan are saved once, and are not those of the last prescribed plan`() throws {
        var desk = try Self.planned(try Self.terms(3_600_000, 60_000))
        try desk.run(EndCheckIns(of: Self.patient, by: Self.doctor), at: Self.start)
        let reminder = SetCheckInIntervals(of: Self.patient, reminder: 60_000, beginning: 0xef)
        let saved = try desk.run(reminder, at: noon)
        #expect(saved.map { type(of: $0.payload).stored.name } == ["check-ins-started", "check-ins-ended"])
        #expect(document(desk).contains(#""check_in_interval":86400,"reminder_interval":60"#))
        #expect(try desk.run(reminder, at: noon).isEmpty)
    }

    @Test
    func
        `a patient can change both intervals of self-chosen check-ins, and only the reminder interval of prescribed ones`()
        throws
    {
        let change = SetCheckInIntervals(of: Self.patient, checkIn: 43_200_000, beginning: 0xef)
        var chosen = try Self.planned(by: nil)
        try chosen.run(change, at: "2026-11-23T09:00:00Z")
        #expect(document(chosen).contains(#""due_at":"2026-11-23T20:00:00Z""#))
        var prescribed = try Self.planned()
        #expect(prescribed.rejection(change, at: noon) == .prescribed)
        try prescribed.run(SetCheckInIntervals(of: Self.patient, reminder: 3_600_500, beginning: 0xef), at: noon)
        #expect(document(prescribed).contains(#""reminder_interval":3600.5"#))
        try prescribed.run(SetCheckInIntervals(of: Self.patient, reminder: 86_400_001, beginning: 0xef), at: noon)
        #expect(document(prescribed).contains(#""reminder_interval":86400.001"#))
        #expect(document(prescribed).contains(#""due_at":"2026-11-24T08:00:00Z""#))
        let negative = SetCheckInIntervals(of: Self.patient, reminder: -1, beginning: 0xef)
        #expect(prescribed.rejection(negative, at: noon) == .outOfLimits)
    }

    @Test func `a shorter interval of check-ins counts from the change, so that no check-in is due in the past`() throws
    {
        var desk = try Self.planned(by: nil)
        try desk.run(
            SetCheckInIntervals(of: Self.patient, checkIn: 3_600_000, reminder: 0, beginning: 0xef),
            at: "2026-11-23T20:00:00Z")
        #expect(document(desk).contains(#""due_at":"2026-11-23T21:00:00Z""#))
    }

    @Test
    func `check-ins that a doctor prescribes replace self-chosen ones, and cannot be replaced or ended by the patient`()
        throws
    {
        var desk = try Self.planned(by: nil)
        try desk.run(StartCheckIns(0xe1, of: Self.patient, by: Self.doctor, try Self.terms()), at: noon)
        let choice = StartCheckIns(0xe2, of: Self.patient, try Self.terms())
        #expect(desk.rejection(choice, at: noon) == .prescribed)
        #expect(desk.rejection(EndCheckIns(of: Self.patient), at: noon) == .prescribed)
        try desk.run(EndCheckIns(of: Self.patient, by: Self.doctor), at: noon)
        #expect(try desk.run(EndCheckIns(of: Self.patient, by: Self.doctor), at: noon).isEmpty)
        try desk.run(choice, at: noon)
    }

    @Test func `a plan of check-ins must end after now, and within 366 days`() throws {
        let desk = try Desk()
        let past = StartCheckIns(0xe0, of: Self.patient, try Self.terms(until: noon))
        #expect(desk.rejection(past, at: noon) == .past)
        let endless = StartCheckIns(0xe0, of: Self.patient, try Self.terms(until: "2027-11-24T11:00:01Z"))
        #expect(desk.rejection(endless, at: noon) == .tooLong)
        #expect(desk.rejection(StartCheckIns(0xe0, of: 0xdead, try Self.terms()), at: Self.start) == .unknownPatient)
    }

    @Test
    func `a missed check-in is marked as seen once; a reader without access to its restricted record cannot mark it`()
        throws
    {
        var desk = try Self.planned()
        let missed = try #require(
            desk.run(SettleCheckIns(of: Self.patient), at: "2026-11-24T08:00:00Z").first.flatMap { event in
                if case .recovery(.missed(let missed)) = event { missed.missed } else { nil }
            })
        try desk.run(RestrictRecord(Self.patient, true), at: "2026-11-24T08:00:00Z")
        #expect(desk.rejection(SeeMissedCheckIn(missed, by: RestrictionTests.reader(9)), at: noon) == .restricted)
        let see = SeeMissedCheckIn(missed, by: Self.doctor)
        #expect(try desk.run(see, at: "2026-11-24T09:00:00Z").count == 1)
        #expect(try desk.run(see, at: "2026-11-24T09:00:01Z").isEmpty)
        #expect(
            desk.given.document(MissedCheckIns.self, DocumentKey(missed))?.contains(
                #""seen_at":"2026-11-24T09:00:00Z""#) == true)
        #expect(desk.rejection(SeeMissedCheckIn(0xdead, by: Self.doctor), at: noon) == .unknown)
    }

    @Test func `an erased patient's plan of check-ins ends, keeps no contact, and has no further missed check-in`()
        throws
    {
        let contact = CheckInContact(name: Personal("Aunt"), phone: Personal("+49 30 1234567"))
        var desk = try Self.planned(try Self.terms(contact: contact))
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: noon)
        #expect(document(desk).contains(#""status":"ended""#))
        #expect(!document(desk).contains("Aunt"))
        let next = desk.given.row(CheckInPlans.self, Self.key)?.column("next_step_at", of: CheckInPlans.self)
        #expect(next?.isNull == true)
        #expect(try settle(&desk, at: "2026-12-01T00:00:00Z") == [])
    }

    @Test func `a doctor cannot prescribe check-ins for a restricted record without access to the record`() throws {
        var desk = try Desk()
        try desk.run(RestrictRecord(Self.patient, true), at: noon)
        let prescribe = StartCheckIns(0xe0, of: Self.patient, by: Self.doctor, try Self.terms())
        #expect(desk.rejection(prescribe, at: noon) == .restricted)
    }

    @Test
    func `the version of a check-in plan's document is known from the last event of the patient's check-ins alone`()
        throws
    {
        var desk = try Self.planned()
        for hour in 1...5 as ClosedRange<Int64> {
            try desk.run(
                RecordCheckIn(ID(integerLiteral: UInt64(hour)), of: Self.patient), at: Self.start.adding(hours: hour))
        }
        var empty = DecisionModel(StateCache<ClinicEvent>(zones: .system))
        _ = empty.version(of: Self.key, in: CheckInPlans.self)
        #expect(empty.missing.map(\.readsLast) == [true])
        let version = try desk.ask(at: noon) { model, _ throws(Never) in
            model.version(of: Self.key, in: CheckInPlans.self)
        }
        #expect(version == Int64(desk.given.feed.count))
        #expect(document(desk).contains(#""version":\#(desk.given.feed.count),"#))
    }
}
