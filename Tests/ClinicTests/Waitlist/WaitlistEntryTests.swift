import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the limits of the waitlist, the front desk's own offers, and the document of an entry.
@Suite struct WaitlistEntryTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let doctor = Practice.doctor(1)

    private func entry(_ id: ID<WaitlistEntry>, last: CivilDate = "2026-12-20") throws -> WaitlistEntry {
        WaitlistEntry(
            id: id, patient: Practice.patient(2), service: Practice.service(1),
            days: try #require(DateRange("2026-11-20", last)))
    }

    @Test func `a patient's ended waitlist entries do not count towards the limit of entries for a month`() throws {
        var desk = try Desk()
        for number in 1...10 as ClosedRange<UInt64> {
            try desk.run(JoinWaitlist(entry(ID(integerLiteral: number), last: "2026-11-21")), at: Self.now)
        }
        let next = JoinWaitlist(try entry(11, last: "2026-11-30"))
        #expect(desk.rejection(next, at: Self.now) == .tooMany)
        #expect(desk.rejection(next, at: "2026-11-22T11:00:00Z") == nil)
    }

    @Test func `the front desk cannot offer a time that has begun, and cannot offer any time to an erased patient`()
        throws
    {
        var desk = try Desk()
        try desk.run(JoinWaitlist(entry(2)), at: Self.now)
        let offer = OfferWaitlistTime(2, start: "2026-11-24T08:00:00Z", doctor: Self.doctor)
        #expect(
            desk.rejection(offer, at: "2026-11-24T08:00:00Z") == .placement(.notFree(.past, alternatives: [])))
        #expect(desk.rejection(offer, at: "2026-11-24T07:59:00Z") == nil)
        try desk.run(ErasePatient(Practice.patient(2), reason: .requested), at: Self.now)
        #expect(desk.rejection(offer, at: Self.now) == .unknownPatient)
    }

    @Test func `a waitlist entry's document keeps each open offer, and a repeated offer replaces the open one`()
        throws
    {
        var desk = try Desk()
        try desk.run(JoinWaitlist(entry(2)), at: Self.now)
        func offer(_ index: Int64) -> OfferWaitlistTime {
            let (day, half) = (index / 8, index % 8)
            let morning: Instant = "2026-11-24T07:00:00Z"
            let start = morning.adding(days: day).adding(minutes: half * 30)
            return OfferWaitlistTime(2, start: start, doctor: Self.doctor)
        }
        for index in 0..<26 { try desk.run(offer(Int64(index)), at: Self.now) }
        try desk.run(offer(0), at: Self.now.adding(minutes: 60))
        let document = try #require(desk.given.document(Waitlist.self, DocumentKey(2 as ID<WaitlistEntry>)))
        #expect(document.split(separator: #""outcome":"open""#).count - 1 == 26)
    }
}
