import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

@Suite struct NotificationInboxTests {
    private static let now: Instant = "2026-11-20T09:00:00Z"
    private static let start: Instant = "2026-11-23T09:00:00Z"
    private static let patient = Practice.patient(1)
    private static let ofPatient = Actor.account(UUIDBytes(high: 0, low: 1), role: "patient")

    private func inbox(_ desk: Desk, _ person: UUIDBytes = patient.uuid) throws -> [NotificationInboxDocument.Item] {
        guard let row = desk.given.row(NotificationInboxes.self, .id(person)) else { return [] }
        return try NotificationInboxDocument.codec.decode(parsing: row.document, unknownMembers: .ignored).items
    }

    private func types(_ desk: Desk, _ person: UUIDBytes = patient.uuid) throws -> [NotificationType] {
        try inbox(desk, person).map(\.type)
    }

    @Test
    func `a change of an appointment notifies the patient if staff made it, and the doctor if the patient made it`()
        throws
    {
        var desk = try Desk()
        let doctor = Practice.doctor(1).uuid
        let visit = try desk.book(Self.start, by: .staff, at: Self.now)
        let theirs = try inbox(desk, doctor).count
        #expect(try types(desk) == [.appointmentStatusChanged])
        try desk.run(AdvanceAppointment(.confirm, AppointmentTarget(visit)), as: Self.ofPatient, at: Self.now)
        #expect(try types(desk).count == 1)
        #expect(try inbox(desk, doctor).count == theirs + 1)
        try desk.run(CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill")), at: Self.now)
        #expect(try types(desk).count == 2)
        #expect(try inbox(desk, doctor).count == theirs + 1)
    }

    @Test func `a patient is notified if staff reassign the visit to another service, but not to another chair`() throws
    {
        var desk = try Desk(Practice(services: [30, 30]))
        let visit = try desk.book(Self.start, chair: 1, by: .staff, at: Self.now)
        try desk.run(ReassignAppointment(AppointmentTarget(visit), .init(chair: Practice.chair(2))), at: Self.now)
        #expect(try types(desk).count == 1)
        try desk.run(
            ReassignAppointment(AppointmentTarget(visit), .init(service: Practice.service(2))), at: Self.now)
        #expect(try types(desk).count == 2)
    }

    @Test
    func `a patient is notified if a cancelled visit takes place after all, or a visit ahead was entered in error`()
        throws
    {
        var desk = try Desk()
        let visit = try desk.book(Self.start, by: .staff, at: Self.now)
        try desk.run(CancelAppointment(AppointmentTarget(visit), reason: Personal("Ill")), at: Self.now)
        try desk.run(
            UndoStep(AppointmentTarget(visit), right: .anyStep, reason: Personal("Mistake")), at: Self.now)
        #expect(try types(desk).count == 3)
        try desk.run(EnterInError(AppointmentTarget(visit), reason: Personal("Twice")), at: Self.now)
        #expect(try types(desk).count == 4)
    }

    @Test func `the steps of a visit from check-in to completion do not notify the patient`() throws {
        var desk = try Desk()
        let visit = try desk.book(Self.start, by: .staff, at: Self.now)
        for step in [.checkIn, .seat, .start, .complete] as [AdvanceAppointment.Step] {
            try desk.advance(step, visit, at: Self.start)
        }
        #expect(try types(desk).count == 1)
    }

    @Test func `a payment, and a reminder of a visit that becomes due, each notify the patient`() throws {
        var desk = try Desk()
        let visit = try desk.book(Self.start, by: .staff, at: Self.now)
        try desk.run(RemindOfVisit(visit), at: "2026-11-22T09:00:00Z")
        try desk.run(
            RecordPayment(
                payment: 0xc1, payer: .patient(Self.patient),
                PaymentTerms(amount: Money(500, .euro), method: .card, acceptsCredit: true)), at: Self.start)
        #expect(try types(desk) == [.appointmentStatusChanged, .appointmentReminder, .paymentReceived])
        let reminder = try inbox(desk)[1]
        #expect(reminder.subject == NotificationSubject(.appointment, visit.uuid))
        #expect(reminder.start == Self.start && reminder.expires == Self.start)
    }

    @Test func `staff's reminder of a recall by message notifies the patient, and a reminder by phone does not`()
        throws
    {
        var desk = try Desk()
        try desk.run(RemindPatient(Self.patient, of: Practice.service(1), by: .phone), at: Self.now)
        #expect(try types(desk) == [])
        try desk.run(RemindPatient(Self.patient, of: Practice.service(1), by: .message), at: Self.now)
        #expect(try types(desk) == [.recallDue])
    }

    @Test
    func `O13 the clinic's message notifies the patient with a link to the thread, and the patient's own does not`()
        throws
    {
        var desk = try Desk()
        let thread: ID<MessageThread> = 0xa1
        let draft = MessageDraft(text: Personal("It hurts"), files: [])
        try desk.run(
            OpenMessageThread(
                thread, about: Self.patient, subject: Personal("Pain"), message: 0xb0, draft, assignee: nil,
                by: .patient(Self.patient)), at: Self.now)
        #expect(try types(desk) == [])
        let doctor = MessageAuthor.staff(RestrictionTests.reader(9, .receptionist))
        try desk.run(SendMessage(0xb1, in: thread, draft, by: doctor), at: Self.now)
        let items = try inbox(desk)
        #expect(items.map(\.type) == [.messageNew])
        #expect(items.first?.subject.url == "chairside://messages/\(thread.uuid.text)")
    }

    @Test
    func `two persons' notifications of one event have different ids, and a new fold of the events gives the same ids`()
        throws
    {
        var desk = try Desk()
        try desk.haveMissedCheckIn(
            of: Self.patient, contact: CheckInContact(name: Personal("Contact"), phone: Personal("030 1")),
            at: Self.start)
        let missed = try inbox(desk).filter { $0.type == .checkInMissed }
        let doctors = try (1...2).flatMap { try inbox(desk, Practice.doctor($0).uuid) }
        #expect(missed.count == 1)
        #expect(Set(doctors.map(\.id)).isDisjoint(with: missed.map(\.id)))
        #expect(try inbox(desk).map(\.id) == inbox(desk).map(\.id))
    }

    @Test
    func `reading a thread's messages marks their notifications as seen, and not the notifications of later messages`()
        throws
    {
        var desk = try Desk()
        let writer = MessageAuthor.staff(RestrictionTests.reader(9))
        func draft() -> MessageDraft { MessageDraft(text: Personal("Come at nine"), files: []) }
        let threads: [ID<MessageThread>] = [0xa1, 0xa2]
        for (index, thread) in threads.enumerated() {
            let message = ID<Message>(integerLiteral: 0xb0 + UInt64(index))
            try desk.run(
                OpenMessageThread(
                    thread, about: Self.patient, subject: Personal("Pain"), message: message, draft(), by: writer),
                at: Self.now)
        }
        try desk.run(SendMessage(0xc0, in: threads[0], draft(), by: writer), at: Self.now)
        #expect(try types(desk) == [.messageNew, .messageNew, .messageNew])
        try desk.run(ReadMessages(threads[0], upTo: 1, by: .patient(Self.patient)), at: Self.now)
        #expect(try inbox(desk).map(\.isSeen) == [true, false, false])
        try desk.run(ReadMessages(threads[0], upTo: 2, by: .patient(Self.patient)), at: Self.now)
        #expect(try inbox(desk).map(\.isSeen) == [true, false, true])
    }

    @Test func `a payment and a change of an appointment notify neither a guardian nor another patient`() throws {
        var desk = try Desk()
        try desk.run(NameGuardian(Practice.patient(2), of: Self.patient), at: Self.now)
        try desk.book(Self.start, by: .staff, at: Self.now)
        try desk.run(
            RecordPayment(
                payment: 0xc1, payer: .patient(Self.patient),
                PaymentTerms(amount: Money(500, .euro), method: .card, acceptsCredit: true)), at: Self.now)
        #expect(try types(desk) == [.appointmentStatusChanged, .paymentReceived])
        for other in 2...3 as ClosedRange<UInt64> { #expect(try types(desk, Practice.patient(other).uuid) == []) }
    }

    @Test func `a change of a restricted record's appointment by the patient notifies the appointment's doctor alone`()
        throws
    {
        var desk = try Desk()
        let visit = try desk.book(Self.start, by: .staff, at: Self.now)
        try desk.run(RestrictRecord(Self.patient, true), at: Self.now)
        let before = try (1...2).map { try inbox(desk, Practice.doctor($0).uuid).count }
        try desk.run(AdvanceAppointment(.confirm, AppointmentTarget(visit)), as: Self.ofPatient, at: Self.now)
        let after = try (1...2).map { try inbox(desk, Practice.doctor($0).uuid).count }
        #expect(after == [before[0] + 1, before[1]])
    }

    @Test func `an inbox with too many notifications drops the oldest notifications`() throws {
        var desk = try Desk()
        for _ in 0..<(NotificationInboxDocument.mostItems + 5) {
            try desk.run(RemindPatient(Self.patient, of: Practice.service(1), by: .message), at: Self.now)
        }
        let items = try inbox(desk)
        #expect(items.count == NotificationInboxDocument.mostItems)
        #expect(items.last?.position == desk.given.feed.last?.position)
        #expect(Set(items.map(\.id)).count == items.count)
    }

    @Test func `the erasure of a patient deletes the patient's notifications`() throws {
        var desk = try Desk()
        try desk.run(RemindPatient(Self.patient, of: Practice.service(1), by: .message), at: Self.now)
        try desk.run(ErasePatient(Self.patient, reason: .requested), at: Self.now)
        #expect(desk.given.row(NotificationInboxes.self, .id(Self.patient.uuid)) == nil)
    }
}
