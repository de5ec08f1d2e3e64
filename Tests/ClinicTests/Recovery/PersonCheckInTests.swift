import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests check-ins of persons without a clinic, who are no patients.
@Suite struct PersonCheckInTests {
    private static let account: ID<Patient> = 0xacc
    private static let person = CheckInOwner.person(account)
    private static let start: Instant = "2026-01-10T08:00:00Z"

    private static func terms(until end: Instant, contact: CheckInContact? = nil) throws -> CheckInTerms {
        CheckInTerms(
            try #require(CheckInIntervals(checkIn: 86_400_000, reminder: 7_200_000)), endsAt: end, contact: contact)
    }

    private static let contact = CheckInContact(
        name: Personal("Aunt"), phone: Personal("+49 30 1234567"), email: Personal("aunt@mail.example"))

    private func chosen(until end: Instant, contact: CheckInContact? = nil) throws -> Desk {
        var desk = try Desk()
        try desk.run(StartCheckIns(0xe0, of: Self.person, Self.terms(until: end, contact: contact)), at: Self.start)
        return desk
    }

    private func document(_ desk: Desk) -> String? {
        desk.given.document(CheckInPlans.self, DocumentKey(Self.account))
    }

    @Test func `a person who is no patient can choose check-ins, check in, change the intervals and end the check-ins`()
        throws
    {
        var desk = try chosen(until: "2026-02-10T08:00:00Z")
        try desk.run(RecordCheckIn(0xc1, of: Self.person), at: "2026-01-10T20:00:00Z")
        #expect(document(desk)?.contains(#""due_at":"2026-01-11T20:00:00Z""#) == true)
        try desk.run(
            SetCheckInIntervals(of: Self.person, checkIn: 43_200_000, beginning: 0xef), at: "2026-01-10T20:30:00Z")
        #expect(document(desk)?.contains(#""due_at":"2026-01-11T08:00:00Z""#) == true)
        try desk.run(EndCheckIns(of: Self.person), at: "2026-01-10T21:00:00Z")
        #expect(document(desk)?.contains(#""status":"ended""#) == true)
        try desk.run(RecordCheckIn(0xc2, of: Self.person), at: "2026-01-10T22:00:00Z")
        #expect(document(desk)?.contains(#""due_at":"2026-01-11T10:00:00Z""#) == true)
    }

    @Test func `the id of a person without a clinic names no patient, so a command about that patient is rejected`()
        throws
    {
        let desk = try chosen(until: "2026-02-10T08:00:00Z")
        #expect(desk.rejection(RecordCheckIn(0xc1, of: Self.account), at: "2026-01-10T20:00:00Z") == .unknownPatient)
        #expect(desk.rejection(EndCheckIns(of: Self.account), at: "2026-01-10T20:00:00Z") == .unknown)
    }

    @Test func `in a simulated year with two servers, each check-in of a person is due 24 hours after the last one`()
        throws
    {
        var nodes = TwoNodes(Given())
        let end = Self.start.adding(days: 365)
        try nodes.run(StartCheckIns(0xe0, of: Self.person, Self.terms(until: end)), on: 0, at: Self.start)
        for day in Int64(1)...365 {
            let due = Self.start.adding(days: day)
            for node in 0...1 {
                try nodes.run(RemindOfCheckIn(of: Self.person), on: node, at: due.adding(hours: -1))
                try nodes.run(SettleCheckIns(of: Self.person), on: node, at: due)
            }
        }
        let missed = nodes.history.feed.compactMap { recorded in
            if case .recovery(.missed(let missed)) = recorded.event { missed.due } else { nil as Instant? }
        }
        #expect(missed == (1...365).map { Self.start.adding(days: $0) })
        let reminded = nodes.history.feed.count { if case .recovery(.reminded) = $0.event { true } else { false } }
        #expect(reminded == 365)
    }

    @Test func `the erasure of a person's check-ins ends them, deletes the plan, and prevents a new plan`() throws {
        var desk = try chosen(until: "2026-02-10T08:00:00Z", contact: Self.contact)
        let events = try desk.run(EraseCheckIns(of: Self.account), at: "2026-01-11T09:00:00Z")
        #expect(
            events.map { type(of: $0.payload).stored.name } == [
                "check-in-missed", "check-ins-ended", "check-ins-erased",
            ])
        #expect(events.last?.erasure?.person == Self.account.uuid)
        #expect(document(desk) == nil)
        #expect(try desk.run(EraseCheckIns(of: Self.account), at: "2026-01-11T10:00:00Z").isEmpty)
        let again = StartCheckIns(0xe1, of: Self.person, try Self.terms(until: "2026-02-10T08:00:00Z"))
        #expect(desk.rejection(again, at: "2026-01-11T10:00:00Z") == .erased)
        #expect(desk.rejection(EndCheckIns(of: Self.person), at: "2026-01-11T10:00:00Z") == .unknown)
        #expect(try desk.run(SettleCheckIns(of: Self.person), at: "2026-01-20T10:00:00Z").isEmpty)
    }

    @Test func `erasing the check-ins of a person who never had any appends no event`() throws {
        var desk = try Desk()
        #expect(try desk.run(EraseCheckIns(of: Self.account), at: noon).isEmpty)
    }

    @Test
    func `a plan of check-ins keeps a contact with an e-mail address after its last day, but not if somebody ended it`()
        throws
    {
        var over = try chosen(until: "2026-01-11T08:00:00Z", contact: Self.contact)
        try over.run(SettleCheckIns(of: Self.person), at: "2026-01-11T12:00:00Z")
        #expect(document(over)?.contains(#""status":"ended""#) == true)
        #expect(document(over)?.contains("aunt@mail.example") == true)
        var stopped = try chosen(until: "2026-02-10T08:00:00Z", contact: Self.contact)
        try stopped.run(EndCheckIns(of: Self.person), at: "2026-01-10T12:00:00Z")
        #expect(document(stopped)?.contains("aunt@mail.example") == false)
    }
}
