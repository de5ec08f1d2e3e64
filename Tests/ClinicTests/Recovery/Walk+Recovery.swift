import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// The decisions about check-ins, whose reads `BoundedReadsTests` counts.
extension Walk {
    private var recovering: ID<Patient> { Practice.patient(3) }
    private var doctor: RecordReader { RestrictionTests.reader(9, .doctor) }
    private var missed: ID<MissedCheckIn> { 0x1f1 }

    /// Prescribes check-ins for a patient who then checks in more often if the clinic's history is longer.
    mutating func prepareRecovery() throws {
        try desk.run(StartCheckIns(0x1f0, of: recovering, by: doctor, try terms()), at: "2026-05-01T08:00:00Z")
        let checkIns = desk.given.feed.count / 10
        for number in 0..<UInt64(checkIns) {
            try desk.run(
                RecordCheckIn(ID(integerLiteral: 20_000 + number), of: recovering),
                at: ("2026-05-01T08:00:00Z" as Instant).adding(hours: Int64(number + 1)))
        }
        try desk.run(SettleCheckIns(of: recovering), at: "2026-06-01T08:00:00Z")
    }

    func recoveryReads() throws -> [(String, Int)] {
        try [
            read(StartCheckIns(0x2f0, of: recovering, by: doctor, try terms())),
            read(SetCheckInIntervals(of: recovering, reminder: 60_000)),
            read(RecordCheckIn(0xff, of: recovering)),
            read(EndCheckIns(of: recovering, by: doctor)),
            read(SettleCheckIns(of: recovering)),
            read(SeeMissedCheckIn(missed, by: doctor)),
        ]
    }

    private func terms() throws -> CheckInTerms {
        CheckInTerms(try #require(CheckInIntervals(checkIn: 172_800_000, reminder: 3_600_000)))
    }
}

extension Desk {
    /// Prescribes check-ins with a contact for a patient, who checks in once and then misses one.
    mutating func haveMissedCheckIn(of patient: ID<Patient>, contact: CheckInContact, at start: Instant) throws {
        let intervals = try #require(CheckInIntervals(checkIn: 3_600_000, reminder: 60_000))
        let terms = CheckInTerms(intervals, endsAt: start.adding(hours: 3), contact: contact)
        try run(StartCheckIns(0xeb, of: patient, by: RestrictionTests.reader(9, .doctor), terms), at: start)
        try run(RecordCheckIn(0xec, of: patient), at: start.adding(minutes: 1))
        try run(SettleCheckIns(of: patient), at: start.adding(minutes: 61))
    }
}
