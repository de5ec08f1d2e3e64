import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests which persons are notified of a message.
@Suite struct MessageRecipientTests {
    private let now: Instant = "2026-11-23T08:00:00Z"
    private let patient = Practice.patient(1)
    private let guardian = Practice.patient(2)
    private let thread: ID<MessageThread> = 0xa1
    private let desk: ID<StaffMember> = 0xd5
    private let doctor = Practice.doctor(1)

    /// A clinic with two doctors, a receptionist and three patients.
    private func clinic() throws -> Desk {
        var desk = try Desk()
        desk.happens(
            try event(
                "staff-hired", #"{"staff_id":"\#(self.desk)","details":{"name":"Desk","roles":["receptionist"]}}"#),
            at: now)
        return desk
    }

    private func reader(_ staff: ID<StaffMember>, _ role: Role) -> RecordReader {
        RecordReader(account: account(of: staff), staff: staff, role: role)
    }

    private func account(of staff: ID<StaffMember>) -> UUIDBytes { UUIDBytes(high: 0xacc0, low: staff.uuid.low) }

    /// The recipients of the message that the last event has sent.
    private func recipients(_ events: [ClinicEvent]) throws -> [UUIDBytes] {
        guard case .message(.sent(let sent))? = events.last else { throw NoMessage() }
        return sent.recipients
    }

    private struct NoMessage: Error {}

    private func open(
        _ desk: inout Desk, to assignee: MessageAssignee? = nil, by author: MessageAuthor? = nil
    ) throws -> [UUIDBytes] {
        try recipients(
            desk.run(
                OpenMessageThread(
                    thread, about: patient, subject: Personal("Pain"), message: 0xb0,
                    MessageDraft(text: Personal("It hurts"), files: []), assignee: assignee,
                    by: author ?? .patient(patient)), at: now))
    }

    private func send(_ desk: inout Desk, _ number: UInt64, by author: MessageAuthor) throws -> [UUIDBytes] {
        let actor: Actor =
            switch author {
            case .staff(let reader): .account(reader.account, role: reader.role.rawValue)
            case .patient: .account(UUIDBytes(high: 0, low: 1), role: Role.patient.rawValue)
            }
        let message = SendMessage(
            ID(integerLiteral: 0xb00 + number), in: thread, MessageDraft(text: Personal("Still"), files: []), by: author
        )
        return try recipients(desk.run(message, as: actor, at: now))
    }

    @Test func `a patient's message in a thread that is assigned to nobody notifies the receptionists`() throws {
        var desk = try clinic()
        #expect(try open(&desk) == [self.desk.uuid])
    }

    @Test func `a patient's message notifies the role or the member of staff to whom the thread is assigned`() throws {
        var byRole = try clinic()
        #expect(
            try Set(open(&byRole, to: .role(.doctor))) == Set([doctor.uuid, Practice.doctor(2).uuid]))
        var byMember = try clinic()
        #expect(try open(&byMember, to: .member(doctor)) == [doctor.uuid])
    }

    @Test func `a member of staff who has left the clinic is not notified of a message`() throws {
        var desk = try clinic()
        _ = try open(&desk, to: .member(doctor))
        desk.happens(try event("staff-deactivated", #"{"staff_id":"\#(doctor)"}"#), at: now)
        #expect(try send(&desk, 1, by: .patient(patient)).isEmpty)
    }

    @Test func `a message from the clinic notifies the patient, and not its author`() throws {
        var desk = try clinic()
        #expect(try open(&desk, by: .staff(reader(self.desk, .receptionist))) == [patient.uuid])
        #expect(try send(&desk, 1, by: .staff(reader(self.desk, .receptionist))) == [patient.uuid])
    }

    @Test
    func `a message from the clinic notifies a guardian who has written in the thread, until the guardianship ends`()
        throws
    {
        var desk = try clinic()
        _ = try open(&desk)
        try desk.run(NameGuardian(guardian, of: patient), at: now)
        let clinic = MessageAuthor.staff(reader(self.desk, .receptionist))
        #expect(try send(&desk, 1, by: clinic) == [patient.uuid])
        try desk.run(
            SetSchedulingRules(
                SchedulingRules(
                    offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5,
                    cancellationNoticeHours: 48, noShowAfterMinutes: 15, approvesPatientBookings: false,
                    deskSet: DeskRules(guardiansBook: true))), at: now)
        #expect(try send(&desk, 2, by: .patient(guardian)) == [self.desk.uuid])
        #expect(try send(&desk, 3, by: clinic) == [patient.uuid, guardian.uuid])
        try desk.run(ReleaseGuardian(guardian, of: patient), at: now)
        #expect(try send(&desk, 4, by: clinic) == [patient.uuid])
    }

    @Test func `a message about a merged record notifies the surviving record's patient`() throws {
        var desk = try clinic()
        _ = try open(&desk)
        let survivor = Practice.patient(3)
        try desk.run(MergePatients(patient, into: survivor, reason: Personal("Registered twice")), at: now)
        #expect(try send(&desk, 1, by: .staff(reader(self.desk, .receptionist))) == [survivor.uuid])
    }

    @Test
    func `a patient's message about a restricted record notifies only authors in the thread who may open the record`()
        throws
    {
        var desk = try clinic()
        _ = try open(&desk)
        let author = reader(doctor, .doctor)
        _ = try send(&desk, 1, by: .staff(author))
        _ = try send(&desk, 2, by: .staff(reader(self.desk, .receptionist)))
        try desk.run(RestrictRecord(patient, true), at: now)
        #expect(try send(&desk, 3, by: .patient(patient)).isEmpty)
        try desk.run(BreakGlass(0xe1, to: patient, for: author, reason: Personal("emergency")), at: now)
        #expect(try send(&desk, 4, by: .patient(patient)) == [doctor.uuid])
    }

    @Test func `a message notifies at most fifty members of staff`() throws {
        var desk = try clinic()
        for number in 0..<60 as Range<UInt64> {
            let id = ID<StaffMember>(integerLiteral: 0x5000 + number)
            desk.happens(
                try event(
                    "staff-hired",
                    #"{"staff_id":"\#(id)","details":{"name":"Desk \#(number)","roles":["receptionist"]}}"#), at: now)
        }
        #expect(try open(&desk).count == 50)
    }
}
