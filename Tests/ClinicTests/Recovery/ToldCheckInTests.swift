import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests check-ins that were made offline, of which the server is told later.
@Suite struct ToldCheckInTests {
    private static let patient = Practice.patient(1)

    /// A clinic with a plan of daily check-ins from 23 November, 8:00, that has a contact.
    private func planned() throws -> Desk {
        var desk = try Desk()
        let contact = CheckInContact(name: Personal("Aunt"), phone: Personal("+49 30 1234567"))
        let terms = CheckInTerms(
            try #require(CheckInIntervals(checkIn: 86_400_000, reminder: 7_200_000)), endsAt: "2026-12-03T08:00:00Z",
            contact: contact)
        try desk.run(StartCheckIns(0xe0, of: Self.patient, terms), at: "2026-11-23T08:00:00Z")
        return desk
    }

    private func told(_ id: ID<CheckIn>, made: Instant, of patient: ID<Patient> = Self.patient) -> RecordCheckIn {
        RecordCheckIn(id, of: patient, made: made, isNamed: true)
    }

    private func plan(_ desk: Desk) -> String {
        desk.given.document(CheckInPlans.self, DocumentKey(Self.patient)) ?? ""
    }

    private func checkIn(_ desk: Desk, _ id: ID<CheckIn>) -> String {
        desk.given.document(CheckIns.self, DocumentKey(id)) ?? ""
    }

    private func names(_ events: [ClinicEvent]) -> [String] { events.map { type(of: $0.payload).stored.name } }

    private func settle(_ desk: inout Desk, at now: Instant) throws -> [String] {
        names(try desk.run(SettleCheckIns(of: Self.patient), at: now))
    }

    @Test func `a check-in made offline keeps its id and instant, and the same id again is the same check-in`() throws {
        var desk = try planned()
        let first = told(0xc1, made: "2026-11-23T20:00:00Z")
        try desk.run(first, at: "2026-11-23T23:00:00Z")
        #expect(plan(desk).contains(#""last_check_in_at":"2026-11-23T20:00:00Z","due_at":"2026-11-24T20:00:00Z""#))
        #expect(checkIn(desk, 0xc1).contains(#""timestamp":"2026-11-23T20:00:00Z""#))
        #expect(checkIn(desk, 0xc1).contains(#""told_at":"2026-11-23T23:00:00Z""#))
        #expect(try desk.run(first, at: "2026-11-23T23:01:00Z").isEmpty)
        let theirs = told(0xc1, made: "2026-11-23T20:00:00Z", of: Practice.patient(2))
        #expect(desk.rejection(theirs, at: "2026-11-24T07:00:00Z") == .idTaken)
    }

    @Test func `a check-in older than 31 days, or more than a day ahead of the server's clock, is refused`() throws {
        var desk = try planned()
        let now: Instant = "2026-11-24T07:00:00Z"
        #expect(desk.rejection(told(0xc1, made: "2026-10-24T06:59:59Z"), at: now) == .tooOld)
        #expect(desk.rejection(told(0xc1, made: "2026-11-25T07:00:01Z"), at: now) == .inFuture)
        try desk.run(told(0xc1, made: "2026-10-24T07:00:00Z"), at: now)
        #expect(plan(desk).contains(#""due_at":"2026-11-24T08:00:00Z""#))
        try desk.run(told(0xc2, made: "2026-11-25T07:00:00Z"), at: now)
        #expect(checkIn(desk, 0xc2).contains(#""timestamp":"2026-11-24T07:00:00Z""#))
        #expect(!checkIn(desk, 0xc2).contains("told_at"))
        #expect(plan(desk).contains(#""due_at":"2026-11-25T07:00:00Z""#))
    }

    @Test func `a missed check-in is answered by one that was made in time and told later, and stays recorded`() throws
    {
        var desk = try planned()
        #expect(try settle(&desk, at: "2026-11-24T08:00:00Z") == ["check-in-missed"])
        let events = try desk.run(told(0xc1, made: "2026-11-23T20:00:00Z"), at: "2026-11-24T08:30:00Z")
        #expect(names(events) == ["checked-in"])
        #expect(plan(desk).contains(#""status":"active""#) && plan(desk).contains(#""due_at":"2026-11-24T20:00:00Z""#))
        #expect(try settle(&desk, at: "2026-11-24T12:00:00Z") == [])
    }

    @Test func `a check-in told so late that further ones were missed keeps the person missed and the contact told`()
        throws
    {
        var desk = try planned()
        #expect(try settle(&desk, at: "2026-11-24T08:00:00Z") == ["check-in-missed"])
        let events = try desk.run(told(0xc1, made: "2026-11-24T09:00:00Z"), at: "2026-11-26T09:00:00Z")
        #expect(
            names(events) == [
                "check-in-contact-due", "check-in-missed", "check-in-contact-due", "check-in-missed", "checked-in",
            ])
        #expect(plan(desk).contains(#""status":"missed""#) && plan(desk).contains(#""due_at":"2026-11-27T09:00:00Z""#))
        #expect(try settle(&desk, at: "2026-11-26T10:00:00Z") == ["check-in-contact-due"])
    }

    @Test func `check-ins that are told in another order than they were made leave the latest one in the plan`() throws
    {
        var desk = try Desk()
        let now: Instant = "2026-11-24T07:00:00Z"
        let first = try desk.run(told(0xc1, made: "2026-11-24T06:00:00Z"), at: now)
        #expect(names(first) == ["check-ins-started", "checked-in"])
        try desk.run(told(0xc2, made: "2026-11-23T06:00:00Z"), at: now)
        #expect(plan(desk).contains(#""last_check_in_at":"2026-11-24T06:00:00Z","due_at":"2026-11-25T06:00:00Z""#))
        #expect(plan(desk).contains(#""status":"active""#))
        #expect(checkIn(desk, 0xc2).contains(#""timestamp":"2026-11-23T06:00:00Z""#))
    }

    @Test func `a check-in made under a record that was merged into another one since is the survivor's check-in`()
        throws
    {
        var desk = try planned()
        let (merged, stranger) = (Practice.patient(2), Practice.patient(3))
        let made: Instant = "2026-11-23T20:00:00Z"
        try desk.run(told(0xc1, made: made, of: merged), at: "2026-11-23T20:00:00Z")
        try desk.run(EndCheckIns(of: merged), at: "2026-11-23T20:01:00Z")
        func named(_ id: ID<CheckIn>, _ owner: ID<Patient>) -> RecordCheckIn {
            RecordCheckIn(
                id, of: Self.patient, made: "2026-11-23T21:00:00Z", isNamed: true,
                namedOwners: [NamedOwner(member: "userID", id: owner)])
        }
        #expect(desk.rejection(named(0xc2, merged), at: "2026-11-23T22:00:00Z") == .notTheCaller(member: "userID"))
        #expect(desk.rejection(named(0xc1, Self.patient), at: "2026-11-23T22:00:00Z") == .idTaken)
        try desk.run(MergePatients(merged, into: Self.patient, reason: Personal("Twice")), at: "2026-11-23T22:00:00Z")
        try desk.run(named(0xc2, merged), at: "2026-11-23T22:01:00Z")
        #expect(checkIn(desk, 0xc2).contains(#""timestamp":"2026-11-23T21:00:00Z""#))
        #expect(plan(desk).contains(#""last_check_in_at":"2026-11-23T21:00:00Z""#))
        // A check-in that the server has under the merged record, though the answer was lost, is the same check-in.
        #expect(try desk.run(named(0xc1, merged), at: "2026-11-23T22:02:00Z").isEmpty)
        #expect(desk.rejection(named(0xc3, stranger), at: "2026-11-23T22:02:00Z") == .notTheCaller(member: "userID"))
    }
}
