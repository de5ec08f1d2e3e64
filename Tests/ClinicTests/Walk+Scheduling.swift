import Clinic
import EventSourcing
import Identifiers
import Testing

/// The decisions about hours, blocked time, the waitlist, recalls and series, whose reads `BoundedReadsTests` counts.
extension Walk {
    mutating func prepareScheduling() throws {
        try prepareInsurance()
        try prepareRecovery()
        try prepareTreatment()
        try prepareDentalChart()
        try desk.run(SetPublicBooking(PublicBooking(isOn: true, showsDoctors: true)), at: noon)
        try prepareFiles()
        try prepareChart()
        try prepareRecords()
        try prepareMessages()
        try desk.run(
            BlockTime(
                0xd1,
                BlockTime.Wish(
                    kind: .lunch, start: try #require(LocalDateTime("2026-11-26T12:00")),
                    end: try #require(LocalDateTime("2026-11-26T13:00")), doctors: [Practice.doctor(1)])), at: noon)
        try desk.run(JoinWaitlist(try Self.entry(0xe1)), at: noon)
        try desk.run(JoinWaitlist(try Self.entry(0xe2)), at: noon)
        let morning: Instant = "2026-11-20T08:00:00Z"
        try desk.run(JoinWaitlist(try Self.entry(0xe3)), at: morning)
        try desk.run(OfferWaitlistTime(0xe3, start: Self.offered, doctor: Practice.doctor(1)), at: morning)
        try desk.run(OfferWaitlistTime(0xe2, start: Self.offered, doctor: Practice.doctor(1)), at: noon)
        try desk.run(
            PlanSeries(0xf5, try series("2026-11-24T15:00"), appointments: [0xf51, 0xf52]), at: "2026-11-20T10:00:00Z")
        try desk.run(AddSpecialHours(try Self.specialHours(1)), at: noon)
        try desk.run(AddStaffHours(Practice.doctor(1), try Self.specialHours(1)), at: noon)
    }

    func schedulingReads() throws -> [(String, Int)] {
        try [
            read(ActByVisitLink(.confirm, by: VisitLink(ahead, start: tomorrow))),
            read(BookForNewPatient(0xff3, for: 0xff4, try Stranger.asks(for: "2026-11-25T10:00:00Z"))),
            read(
                BlockTime(
                    0xff,
                    BlockTime.Wish(
                        kind: .meeting, start: try #require(LocalDateTime("2026-11-25T12:00")),
                        end: try #require(LocalDateTime("2026-11-25T13:00")), doctors: [Practice.doctor(1)],
                        chairs: [Practice.chair(1)]))),
            read(RemoveBlock(0xd1)),
            read(EquipChair(Practice.chair(1), ["Laser"])),
            read(PlanSeries(0xff, try series("2026-11-24T16:00"), appointments: [0xff1, 0xff2])),
            read(MoveSeries(0xf5, MoveSeries.Move(time: "17:00"))),
            read(CancelSeries(0xf5, reason: Personal("Ill"))),
            read(SetRecallRule(Practice.service(1), try #require(RecallInterval(months: 6, days: 1)))),
            read(RemoveRecallRule(Practice.service(1))),
            read(RemindPatient(Practice.patient(1), of: Practice.service(1), by: .phone)),
            read(PauseRecall(Practice.patient(1), Practice.service(1), until: "2027-06-01")),
            read(JoinWaitlist(try Self.entry(0xff))),
            read(LeaveWaitlist(WaitlistTarget(0xe1))),
            read(OfferWaitlistTime(0xe1, start: "2026-11-25T09:00:00Z", doctor: Practice.doctor(1))),
            read(
                AcceptWaitlistOffer(
                    WaitlistTarget(0xe2), start: Self.offered, doctor: Practice.doctor(1), appointment: 0xff)),
            read(DeclineWaitlistOffer(WaitlistTarget(0xe2), start: Self.offered, doctor: Practice.doctor(1))),
            read(ExpireWaitlistOffers(0xe3)),
            read(CloseLostOffers(0xe3)),
            read(AddSpecialHours(try Self.specialHours(2))),
            read(RemoveSpecialHours(1)),
            read(AddStaffHours(Practice.doctor(1), try Self.specialHours(2))),
            read(RemoveStaffHours(Practice.doctor(1), 1)),
        ] + treatmentReads() + dentalReads()
    }

    private func series(_ start: String) throws -> PlanSeries.Wish {
        PlanSeries.Wish(
            patient: Practice.patient(1), service: Practice.service(1), doctor: Practice.doctor(1),
            start: try #require(LocalDateTime(start)),
            rule: SeriesRule(every: 1, .weeks, .count(2)))
    }

    private static let offered: Instant = "2026-11-25T10:00:00Z"

    private static func entry(_ id: ID<WaitlistEntry>) throws -> WaitlistEntry {
        WaitlistEntry(
            id: id, patient: Practice.patient(2), service: Practice.service(1),
            days: try #require(DateRange("2026-11-25", "2026-12-31")))
    }

    private static func specialHours(_ number: UInt64) throws -> SpecialHours {
        let days = try #require(DateRange("2027-05-01", "2027-05-01"))
        return try #require(SpecialHours(id: ID(integerLiteral: number), days: days, effect: .closed))
    }
}
