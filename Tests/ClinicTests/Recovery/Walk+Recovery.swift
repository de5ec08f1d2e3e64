import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// The decisions about check-ins and notifications, whose reads `BoundedReadsTests` counts.
extension Walk {
    private var recovering: ID<Patient> { Practice.patient(3) }
    private var doctor: RecordReader { RestrictionTests.reader(9, .doctor) }
    private var missed: ID<MissedCheckIn> { 0x1f1 }
    /// The appointment after which the patient is recalled: the first one in the test clinic's history.
    private var recalled: ID<Appointment> { 7_000 }

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
        try completeRecalledVisit()
    }

    /// Completes a visit after which a recall is due today, and sets the clinic's reminders of recalls so that the
    /// patient is reminded today.
    private mutating func completeRecalledVisit() throws {
        let visited: Instant = "2026-01-05T10:00:00Z"
        for step in [.start, .complete] as [AdvanceAppointment.Step] { try desk.advance(step, recalled, at: visited) }
        let interval = try #require(RecallInterval(months: 10, days: 18))
        try desk.run(SetRecallRule(Practice.service(1), interval), at: visited)
        let settings = try NotificationSettings.checked(
            reminders: [], language: .english, texts: [], recallDays: [0])
        try desk.run(SetNotificationSettings(settings), at: visited)
    }

    func recoveryReads() throws -> [(String, Int)] {
        try [
            read(StartCheckIns(0x2f0, of: recovering, by: doctor, try terms())),
            read(SetCheckInIntervals(of: recovering, reminder: 60_000, beginning: 0xef)),
            read(RecordCheckIn(0xff, of: recovering)),
            read(EndCheckIns(of: recovering, by: doctor)),
            read(EraseCheckIns(of: recovering)),
            read(SettleCheckIns(of: recovering)),
            read(RemindOfCheckIn(of: recovering)),
            read(SeeMissedCheckIn(missed, by: doctor)),
            read(SetNotificationSettings(.standard)),
            read(RemindOfVisit(ahead)),
            read(RemindOfRecall(after: recalled)),
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
