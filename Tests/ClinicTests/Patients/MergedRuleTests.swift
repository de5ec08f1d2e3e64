import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests rules that read all records of a person with a surviving and a merged record.
@Suite struct MergedRuleTests {
    /// Answers whether a patient sees the record of another one as a guardian.
    private struct Probe: Decision {
        struct Answer: Error { let looks: Bool }

        let guardian, dependant: ID<Patient>

        func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Answer) -> [ClinicEvent] {
            throw Answer(looks: model.looks(guardian, after: dependant))
        }
    }

    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let doctor = Practice.doctor(1)
    private static let reason = Personal("Registered twice")
    private let kept = Practice.patient(2)
    private let merged = Practice.patient(3)

    /// A clinic in which the merged record waits on the waitlist with an open offer of nine o'clock.
    private func deskWithOffer() throws -> Desk {
        var desk = try Desk(Practice(chairs: 1, patients: 9, services: [30, 60]))
        let visit = try desk.book(Self.nine, patient: 1, doctor: 1, by: .staff, at: Self.now)
        let days = try #require(DateRange("2026-11-20", "2026-12-20"))
        let entry = WaitlistEntry(
            id: 7, patient: merged, service: Practice.service(1), doctor: nil, days: days, weekdays: nil, earliest: nil,
            latest: nil)
        try desk.run(JoinWaitlist(entry), at: Self.now)
        try desk.run(MergePatients(merged, into: kept, reason: Self.reason), at: Self.now)
        try desk.run(CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill")), at: Self.now)
        return desk
    }

    @Test func `the surviving record's patient accepts an offer to the merged record on the waitlist`() throws {
        var desk = try deskWithOffer()
        func accept(as patient: ID<Patient>) -> AcceptWaitlistOffer {
            AcceptWaitlistOffer(
                WaitlistTarget(7, for: patient), start: Self.nine, doctor: Self.doctor, appointment: 0xaa)
        }
        #expect(desk.rejection(accept(as: Practice.patient(4)), at: Self.now) == .unknown)
        let events = try desk.run(accept(as: kept), at: Self.now)
        #expect(events.contains { if case .waitlist(.accepted) = $0 { true } else { false } })
    }

    @Test func `the surviving record's patient declines an offer to the merged record and leaves its waitlist entry`()
        throws
    {
        var desk = try deskWithOffer()
        let stranger = WaitlistTarget(7, for: Practice.patient(4))
        let own = WaitlistTarget(7, for: kept)
        func decline(_ target: WaitlistTarget) -> DeclineWaitlistOffer {
            DeclineWaitlistOffer(target, start: Self.nine, doctor: Self.doctor)
        }
        #expect(desk.rejection(decline(stranger), at: Self.now) == .unknown)
        #expect(try !desk.run(decline(own), at: Self.now).isEmpty)
        #expect(desk.rejection(LeaveWaitlist(stranger), at: Self.now) == .unknown)
        #expect(try desk.run(LeaveWaitlist(own), at: Self.now).count == 1)
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(desk.rejection(LeaveWaitlist(own), at: Self.now) == .unknown)
    }

    @Test func `the dependants of a merged record are those of the surviving record until the merge is undone`() throws
    {
        var desk = try Desk(Practice(chairs: 1, patients: 9, services: [30, 60]))
        let child = Practice.patient(4)
        func sees(_ guardian: ID<Patient>) -> Bool {
            desk.rejection(Probe(guardian: guardian, dependant: child), at: Self.now)?.looks ?? false
        }
        try desk.run(NameGuardian(merged, of: child), at: Self.now)
        #expect(!sees(kept))
        try desk.run(MergePatients(merged, into: kept, reason: Self.reason), at: Self.now)
        #expect(sees(kept))
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(!sees(kept))
    }

    @Test func `a tooth that is missing in a merged record's chart cannot get caries on the surviving record`() throws {
        var desk = try Desk()
        let tooth = try #require(ToothNumber(26))
        func finding(_ id: ID<ToothFinding>, of patient: ID<Patient>, _ kind: ToothFindingKind) -> RecordFinding {
            RecordFinding(id, of: patient, ToothFinding(tooth: tooth, surfaces: nil, kind: kind), .existing)
        }
        try desk.run(finding(0xa1, of: merged, .absent), at: Self.now)
        try desk.run(MergePatients(merged, into: kept, reason: Self.reason), at: Self.now)
        #expect(desk.rejection(finding(0xa2, of: kept, .caries), at: Self.now) == .toothIsMissing)
        try desk.run(UnmergePatients(kept, reason: Self.reason), at: Self.now)
        #expect(desk.rejection(finding(0xa2, of: kept, .caries), at: Self.now) == nil)
    }
}
