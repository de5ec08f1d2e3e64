import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests the reminders of recalls that the servers give by themselves.
@Suite struct RecallNoticeTests {
    private static let patient = Practice.patient(1)
    private static let service = Practice.service(1)
    /// The time at which the completed visit begins. Its patient is due for a recall on 23 May 2027.
    private static let visit: Instant = "2026-11-23T08:00:00Z"
    /// Nine o'clock in Berlin, 28 days before and 14 days after the day on which the recall is due.
    private static let before: Instant = "2027-04-25T07:00:00Z"
    private static let after: Instant = "2027-06-06T07:00:00Z"

    /// A clinic with a completed visit, after which its patient is due again in six months. The clinic reminds patients
    /// four weeks before a recall is due, and two weeks after.
    private func desk(_ recallDays: [Int] = [14, -28]) throws -> (Desk, ID<Appointment>) {
        var desk = try Desk()
        try desk.run(SetRecallRule(Self.service, try interval(6)), at: "2026-11-20T08:00:00Z")
        let settings = try NotificationSettings.checked(
            reminders: [], language: .english, texts: [], recallDays: recallDays)
        try desk.run(SetNotificationSettings(settings), at: "2026-11-20T08:00:00Z")
        let id = try desk.book(Self.visit, by: .staff, at: "2026-11-20T08:00:00Z")
        try desk.advance(.start, id, at: Self.visit)
        try desk.advance(.complete, id, at: Self.visit)
        return (desk, id)
    }

    private func interval(_ months: Int) throws -> RecallInterval {
        try #require(RecallInterval(months: months, days: 0))
    }

    private func remind(_ desk: inout Desk, _ visit: ID<Appointment>, at now: Instant) throws -> [Int] {
        try desk.run(RemindOfRecall(after: visit), at: now).compactMap { event in
            if case .recall(.reminded(let reminded)) = event { reminded.notice?.days } else { nil }
        }
    }

    /// Books a visit for the recall's service on a day after the recall is due.
    private func bookNext(_ desk: inout Desk, patient: UInt64 = 1) throws -> ID<Appointment> {
        try desk.book("2027-05-25T08:00:00Z", patient: patient, by: .staff, at: "2027-04-20T08:00:00Z")
    }

    @Test func `a patient is reminded of a recall four weeks before and two weeks after it is due, each time once`()
        throws
    {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: Self.before.adding(seconds: -1)) == [])
        #expect(try remind(&desk, visit, at: Self.before) == [-28])
        #expect(try remind(&desk, visit, at: Self.before.adding(days: 1)) == [])
        #expect(try remind(&desk, visit, at: Self.after.adding(seconds: -1)) == [])
        #expect(try remind(&desk, visit, at: Self.after) == [14])
        #expect(try remind(&desk, visit, at: Self.after) == [])
    }

    @Test func `a reminder of a recall notifies the patient, and is listed among the recall's reminders`() throws {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: Self.before) == [-28])
        let row = try #require(desk.given.row(NotificationInboxes.self, .id(Self.patient.uuid)))
        let inbox = try NotificationInboxDocument.codec.decode(parsing: row.document, unknownMembers: .ignored)
        #expect(inbox.items.last?.type == .recallDue)
        let key = DocumentKey.text("\(Self.patient.text):\(Self.service.text)")
        let notes = try #require(desk.given.document(RecallNotes.self, key))
        #expect(notes.contains(#"[{"at":"2027-04-25T07:00:00Z","channel":"message"}]"#))
        #expect(notes.contains(#""notice":{"visit_id":"\#(visit)","due":"2027-05-23","days":-28}"#))
    }

    @Test func `a patient who has booked a visit for the service is not reminded of the recall`() throws {
        var (desk, visit) = try desk()
        let next = try bookNext(&desk)
        #expect(try remind(&desk, visit, at: Self.before) == [])
        try desk.run(CancelAppointment(AppointmentTarget(next), reason: Personal("Ill")), at: Self.before)
        #expect(try remind(&desk, visit, at: Self.before) == [-28])
    }

    @Test func `a patient whose merged record has a visit ahead is not reminded of the recall`() throws {
        var (desk, visit) = try desk()
        _ = try bookNext(&desk, patient: 2)
        try desk.run(
            MergePatients(Practice.patient(2), into: Self.patient, reason: Personal("Twice")), at: Self.before)
        #expect(try remind(&desk, visit, at: Self.before) == [])
    }

    @Test func `a reminder of a merged record's recall is for the surviving record`() throws {
        var (desk, visit) = try desk()
        let survivor = Practice.patient(2)
        try desk.run(MergePatients(Self.patient, into: survivor, reason: Personal("Twice")), at: Self.visit)
        let events = try desk.run(RemindOfRecall(after: visit), at: Self.before)
        guard case .recall(.reminded(let reminded))? = events.first else {
            Issue.record("no reminder")
            return
        }
        #expect(reminded.patient == survivor)
    }

    @Test
    func `a patient gets no reminder of a recall that is paused or whose rule was removed or whose visit was undone`()
        throws
    {
        var (paused, visit) = try desk()
        try paused.run(PauseRecall(Self.patient, Self.service, until: "2027-05-01"), at: Self.visit)
        #expect(try remind(&paused, visit, at: Self.before) == [])
        var (removed, other) = try desk()
        try removed.run(RemoveRecallRule(Self.service), at: Self.visit)
        #expect(try remind(&removed, other, at: Self.before) == [])
        var (undone, third) = try desk()
        try undone.run(UndoStep(AppointmentTarget(third), right: .anyStep, reason: Personal("Mistake")), at: Self.visit)
        #expect(try remind(&undone, third, at: Self.before) == [])
    }

    @Test func `if a recall's rule changes, the recall's reminders move with the recall's due day`() throws {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: Self.before) == [-28])
        try desk.run(SetRecallRule(Self.service, try interval(12)), at: Self.before)
        #expect(try remind(&desk, visit, at: Self.after) == [])
        // Four weeks before 23 November 2027, at nine o'clock in Berlin.
        #expect(try remind(&desk, visit, at: "2027-10-26T07:00:00Z") == [-28])
    }

    @Test func `a reminder of a recall that no server gave within a week is never given`() throws {
        var (desk, visit) = try desk()
        #expect(try remind(&desk, visit, at: Self.before.adding(days: 7)) == [])
        #expect(try remind(&desk, visit, at: Self.after.adding(days: 7).adding(seconds: -1)) == [14])
    }

    @Test func `if servers find two reminders of a recall due at once, the patient gets only the later one`() throws {
        var (desk, visit) = try desk([-28, -26])
        #expect(try remind(&desk, visit, at: Self.before.adding(days: 3)) == [-26])
        #expect(try remind(&desk, visit, at: Self.before.adding(days: 3)) == [])
    }

    @Test func `a clinic that has set no times for reminders of recalls reminds no patient of a recall`() throws {
        var (desk, visit) = try desk([])
        #expect(try remind(&desk, visit, at: Self.before) == [])
        #expect(NotificationSettings.standard.recallDays.isEmpty)
    }

    @Test func `two servers that find the same due reminder of a recall record the reminder once`() throws {
        let (desk, visit) = try desk()
        var nodes = TwoNodes(desk.given)
        for node in 0...1 { try nodes.run(RemindOfRecall(after: visit), on: node, at: Self.before) }
        let given = nodes.history.feed.count { recorded in
            if case .recall(.reminded) = recorded.event { true } else { false }
        }
        #expect(given == 1 && nodes.conflicts == 1)
    }

    @Test func `notification settings with the same reminder of recalls twice are refused`() {
        #expect(throws: (any Error).self) {
            try NotificationSettings.checked(reminders: [], language: .english, texts: [], recallDays: [14, 14])
        }
    }
}
