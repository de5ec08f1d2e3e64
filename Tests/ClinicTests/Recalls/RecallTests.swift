import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct RecallTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"
    private static let patient = Practice.patient(1)
    private static let service = Practice.service(1)
    private static let key = DocumentKey.text("\(patient.text):\(service.text)")

    private func visits(_ desk: Desk) -> String? { desk.given.document(RecallVisits.self, Self.key) }

    @Test func `a visit counts for a recall once the visit is completed, and not any more if the completion is undone`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(Self.nine, by: .staff, at: Self.now)
        #expect(visits(desk)?.contains(#""completed":[],"ahead":[{"appointment_id":"\#(id)""#) == true)
        try desk.advance(.start, id, at: Self.nine)
        try desk.advance(.complete, id, at: Self.nine)
        #expect(
            visits(desk)?.contains(#""completed":[{"appointment_id":"\#(id)","date":"2026-11-23"}],"ahead":[]"#) == true
        )
        try desk.run(UndoStep(AppointmentTarget(id), right: .anyStep, reason: Personal("Mistake")), at: Self.nine)
        #expect(visits(desk)?.contains(#""completed":[],"ahead":[{"#) == true)
    }

    @Test func `the visits on which a patient's recall depends do not include a cancelled appointment`() throws {
        var desk = try Desk()
        let id = try desk.book(Self.nine, by: .staff, at: Self.now)
        try desk.run(CancelAppointment(AppointmentTarget(id), reason: Personal("Ill")), at: Self.now)
        #expect(visits(desk) == nil)
    }

    @Test func `the visits on which a patient's recall depends include a moved appointment on its new day`() throws {
        var desk = try Desk()
        let id = try desk.book(Self.nine, by: .staff, at: Self.now)
        try desk.run(RescheduleAppointment(AppointmentTarget(id), start: "2026-11-25T08:00:00Z"), at: Self.now)
        #expect(visits(desk)?.contains(#""ahead":[{"appointment_id":"\#(id)","date":"2026-11-25"}]"#) == true)
    }

    @Test func `a visit that was reassigned to another service counts for the recall of that service`() throws {
        var desk = try Desk(Practice(services: [30, 60]))
        let other = DocumentKey.text("\(Self.patient.text):\(Practice.service(2).text)")
        let id = try desk.book(Self.nine, by: .staff, at: Self.now)
        let change = ReassignAppointment.Change(service: Practice.service(2))
        try desk.run(ReassignAppointment(AppointmentTarget(id), change), at: Self.now)
        #expect(visits(desk) == nil)
        #expect(
            desk.given.document(RecallVisits.self, other)?
                .contains(#""ahead":[{"appointment_id":"\#(id)","date":"2026-11-23"}]"#) == true)
        try desk.advance(.start, id, at: Self.nine)
        try desk.advance(.complete, id, at: Self.nine)
        #expect(visits(desk) == nil)
        #expect(
            desk.given.document(RecallVisits.self, other)?.contains(#""completed":[{"appointment_id":"\#(id)""#) == true
        )
    }

    @Test func `the visits on which a patient's recall depends do not include a visit that was entered in error`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(Self.nine, by: .staff, at: Self.now)
        try desk.advance(.start, id, at: Self.nine)
        try desk.advance(.complete, id, at: Self.nine)
        try desk.run(EnterInError(AppointmentTarget(id), reason: Personal("Wrong person")), at: Self.nine)
        #expect(visits(desk) == nil)
    }

    @Test func `a recall's document has the reminders with their times, and the pause with its end`() throws {
        var desk = try Desk()
        try desk.run(RemindPatient(Self.patient, of: Self.service, by: .phone), at: Self.now)
        try desk.run(RemindPatient(Self.patient, of: Self.service, by: .letter), at: Self.nine)
        try desk.run(PauseRecall(Self.patient, Self.service, until: "2027-01-01"), at: Self.nine)
        let notes = try #require(desk.given.document(RecallNotes.self, Self.key))
        #expect(notes.contains(#""paused_until":"2027-01-01""#))
        #expect(
            notes.contains(
                #"[{"at":"2026-11-20T11:00:00Z","channel":"phone"},{"at":"2026-11-23T08:00:00Z","channel":"letter"}]"#))
        try desk.run(PauseRecall(Self.patient, Self.service, until: nil), at: Self.nine)
        #expect(desk.given.document(RecallNotes.self, Self.key)?.contains("paused_until") == false)
    }

    @Test
    func `ending a recall's pause appends one event, even if there was no pause, and ending it again appends none`()
        throws
    {
        var desk = try Desk()
        let end = PauseRecall(Self.patient, Self.service, until: nil)
        #expect(try desk.run(end, at: Self.now).count == 1)
        #expect(desk.given.document(RecallNotes.self, Self.key) != nil)
        #expect(try desk.run(end, at: Self.now).isEmpty)
        try desk.run(PauseRecall(Self.patient, Self.service, until: "2027-01-01"), at: Self.now)
        #expect(try desk.run(end, at: Self.now).count == 1)
        #expect(try desk.run(end, at: Self.now).isEmpty)
    }

    @Test
    func `a pause of a recall until today, or a command for a recall of an unknown patient or service, is refused`()
        throws
    {
        let desk = try Desk()
        let today: CivilDate = "2026-11-20"
        #expect(desk.rejection(PauseRecall(Self.patient, Self.service, until: today), at: Self.now) == .past)
        #expect(desk.rejection(PauseRecall(0xff, Self.service, until: "2027-01-01"), at: Self.now) == .unknown)
        #expect(desk.rejection(RemindPatient(Self.patient, of: 0xff, by: .phone), at: Self.now) == .unknown)
    }

    @Test func `a service shows its recall rule until the rule is removed`() throws {
        var desk = try Desk()
        let interval = try #require(RecallInterval(months: 6, days: 1))
        try desk.run(SetRecallRule(Self.service, interval), at: Self.now)
        #expect(try desk.run(SetRecallRule(Self.service, interval), at: Self.now).isEmpty)
        let key = DocumentKey(Self.service)
        #expect(desk.given.document(Services.self, key)?.contains(#""recall":{"months":6,"days":1}"#) == true)
        try desk.run(RemoveRecallRule(Self.service), at: Self.now)
        #expect(desk.given.document(Services.self, key)?.contains("recall") == false)
        #expect(RecallInterval(months: 0, days: 0) == nil)
    }
}
