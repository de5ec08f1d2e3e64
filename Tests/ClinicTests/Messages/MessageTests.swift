import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests the threads of messages between patients and the clinic.
@Suite struct MessageTests {
    private let now: Instant = "2026-11-23T08:00:00Z"
    private let patient = Practice.patient(1)
    private let guardian = Practice.patient(2)
    private let thread: ID<MessageThread> = 0xa1

    private func staff(_ role: Role, _ number: UInt64 = 9) -> MessageAuthor {
        .staff(RestrictionTests.reader(number, role))
    }

    private func open(
        _ assignee: MessageAssignee? = nil, by author: MessageAuthor? = nil, files: [ID<PatientFile>] = []
    ) -> OpenMessageThread {
        OpenMessageThread(
            thread, about: patient, subject: Personal("Pain"), message: 0xb0,
            MessageDraft(text: Personal("It hurts"), files: files), assignee: assignee,
            by: author ?? .patient(patient))
    }

    private func send(
        _ number: UInt64, by author: MessageAuthor? = nil, files: [ID<PatientFile>] = []
    ) -> SendMessage {
        SendMessage(
            ID(integerLiteral: 0xb00 + number), in: thread, MessageDraft(text: Personal("Still"), files: files),
            by: author ?? .patient(patient))
    }

    private func document(_ desk: Desk) throws -> String {
        try #require(desk.given.document(MessageThreads.self, DocumentKey(thread)))
    }

    @Test func `the messages of a thread are numbered, and the thread shows their count and the side of the last one`()
        throws
    {
        var desk = try Desk()
        try desk.run(open(), at: now)
        try desk.run(send(1, by: staff(.receptionist)), at: now)
        let text = try document(desk)
        #expect(text.contains(#""messages":2"#) && text.contains(#""last_side":"clinic""#))
        let second = try #require(desk.given.document(Messages.self, DocumentKey(0xb01 as ID<Message>)))
        #expect(second.contains(#""number":2"#) && second.contains(#""side":"clinic""#))
    }

    @Test func `the list of the clinic's events shows events about messages to admins alone`() throws {
        var desk = try Desk()
        for event in try desk.run(open(.role(.doctor)), at: now) { #expect(event.readers == [.admin]) }
    }

    @Test
    func `at most a hundred threads about a patient are opened within a year, and the next one a year after the first`()
        throws
    {
        var desk = try Desk()
        for number in 0..<100 as Range<UInt64> {
            let another = OpenMessageThread(
                ID(integerLiteral: 0xa00 + number), about: patient, subject: Personal("Pain"),
                message: ID(integerLiteral: 0xc00 + number), MessageDraft(text: Personal("It hurts"), files: []),
                by: staff(.receptionist))
            try desk.run(another, at: now.adding(hours: Int64(number)))
        }
        let year = now.adding(days: 365)
        #expect(throws: MessageRejection.tooManyThreads) { try desk.run(open(), at: year.adding(seconds: -1)) }
        try desk.run(open(), at: year)
        let next = OpenMessageThread(
            0xaff, about: patient, subject: Personal("Pain"), message: 0xcff,
            MessageDraft(text: Personal("It hurts"), files: []), by: .patient(patient))
        #expect(throws: MessageRejection.tooManyThreads) { try desk.run(next, at: year) }
        try desk.run(next, at: year.adding(hours: 1))
    }

    @Test func `a message of the patient in a closed thread opens the thread again`() throws {
        var desk = try Desk()
        try desk.run(open(), at: now)
        let reader = RestrictionTests.reader(9)
        try desk.run(ManageMessageThread(thread, .close, by: reader), at: now)
        #expect(try document(desk).contains(#""status":"closed""#))
        #expect(try desk.run(ManageMessageThread(thread, .close, by: reader), at: now).isEmpty)
        try desk.run(send(1), at: now)
        #expect(try document(desk).contains(#""status":"open""#))
    }

    @Test func `a receptionist cannot write in a thread that is assigned to doctors, and a doctor or an admin can`()
        throws
    {
        var desk = try Desk()
        try desk.run(open(.role(.doctor)), at: now)
        #expect(desk.rejection(send(1, by: staff(.receptionist)), at: now) == .unknown)
        for role in [Role.doctor, .admin] { #expect(desk.rejection(send(1, by: staff(role)), at: now) == nil) }
    }

    @Test
    func `of the staff, only the assignee and admins can write in a thread that is assigned to a member of staff`()
        throws
    {
        var desk = try Desk()
        try desk.run(open(), at: now)
        let doctor = Practice.doctor(1)
        try desk.run(
            ManageMessageThread(thread, .assign(.member(doctor)), by: RestrictionTests.reader(9, .admin)), at: now)
        let own = RecordReader(account: UUIDBytes(high: 0xacc0, low: 1), staff: doctor, role: .doctor)
        #expect(desk.rejection(send(1, by: .staff(own)), at: now) == nil)
        #expect(desk.rejection(send(1, by: staff(.doctor)), at: now) == .unknown)
        #expect(desk.rejection(send(1, by: staff(.admin)), at: now) == nil)
    }

    @Test func `a thread cannot be assigned to a person who does not work at the clinic`() throws {
        var desk = try Desk()
        try desk.run(open(), at: now)
        let assign = ManageMessageThread(thread, .assign(.member(0xdead)), by: RestrictionTests.reader(9, .admin))
        #expect(desk.rejection(assign, at: now) == .unknown)
    }

    @Test func `a guardian can read a dependant's thread, and write in it only if the clinic lets guardians book`()
        throws
    {
        var desk = try Desk()
        try desk.run(open(), at: now)
        let author = MessageAuthor.patient(guardian)
        #expect(desk.rejection(send(1, by: author), at: now) == .unknown)
        try desk.run(NameGuardian(guardian, of: patient), at: now)
        #expect(desk.rejection(ReadMessages(thread, upTo: 1, by: author), at: now) == nil)
        #expect(desk.rejection(send(1, by: author), at: now) == .guardianMayNotWrite)
        try desk.run(
            SetSchedulingRules(
                SchedulingRules(
                    offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5,
                    cancellationNoticeHours: 48, noShowAfterMinutes: 15, approvesPatientBookings: false,
                    deskSet: DeskRules(guardiansBook: true))), at: now)
        #expect(desk.rejection(send(1, by: author), at: now) == nil)
    }

    @Test func `staff can write in a thread about a restricted record only after they have opened the record`() throws {
        var desk = try Desk()
        try desk.run(open(), at: now)
        try desk.run(RestrictRecord(patient, true), at: now)
        #expect(desk.rejection(send(1, by: staff(.doctor)), at: now) == .restricted)
        #expect(desk.rejection(send(1), at: now) == nil)
        try desk.run(
            BreakGlass(0xe1, to: patient, for: RestrictionTests.reader(9, .doctor), reason: Personal("emergency")),
            at: now)
        #expect(desk.rejection(send(1, by: staff(.doctor)), at: now) == nil)
    }

    @Test
    func `a message can have only files of the thread's patient that are not removed and that its author may open`()
        throws
    {
        var desk = try Desk()
        let doctor = RestrictionTests.reader(9, .doctor)
        for (id, owner, category) in [
            (0xf1, patient, .xRay), (0xf2, guardian, .xRay), (0xf3, patient, .document),
        ] as [(ID<PatientFile>, ID<Patient>, FileCategory)] {
            let added = FileTests.added(id, 100, category, of: owner)
            try desk.run(AddFile(added, by: .staff(doctor), within: FileLimits(bytes: 1_000)), at: now)
        }
        try desk.run(open(files: [0xf1, 0xf3]), at: now)
        #expect(desk.rejection(send(1, files: [0xf2]), at: now) == .fileNotShared)
        #expect(desk.rejection(send(1, files: [0xf9]), at: now) == .fileNotShared)
        #expect(desk.rejection(send(1, by: staff(.receptionist), files: [0xf1]), at: now) == .fileNotShared)
        #expect(desk.rejection(send(1, by: staff(.receptionist), files: [0xf3]), at: now) == nil)
        try desk.run(RemoveFile(0xf1, by: doctor, reason: Personal("Mistake")), at: now)
        #expect(desk.rejection(send(1, files: [0xf1]), at: now) == .fileNotShared)
    }

    @Test
    func `a patient can send at most a hundred messages on one day of the clinic's calendar, and staff can send more`()
        throws
    {
        var desk = try Desk()
        try desk.run(open(), at: now)
        for number in 1..<UInt64(100) { try desk.run(send(number), at: now) }
        #expect(desk.rejection(send(100), at: now) == .tooManyToday)
        try desk.run(send(100, by: staff(.receptionist)), at: now)
        #expect(desk.rejection(send(101), at: now.adding(days: 1)) == nil)
    }

    @Test func `a thread with 499 events can still be closed, and refuses messages and other changes`()
        throws
    {
        var desk = try Desk()
        try desk.run(open(), at: now)
        let (clinic, reader) = (staff(.receptionist), RestrictionTests.reader(9))
        for number in 1...UInt64(497) { try desk.run(send(number, by: clinic), at: now) }
        #expect(desk.rejection(send(498, by: clinic), at: now) == .threadIsFull)
        #expect(
            desk.rejection(ManageMessageThread(thread, .assign(.role(.receptionist)), by: reader), at: now)
                == .threadIsFull)
        try desk.run(ManageMessageThread(thread, .close, by: reader), at: now)
        #expect(desk.rejection(send(498), at: now) == .threadIsFull)
        #expect(desk.rejection(ManageMessageThread(thread, .reopen, by: reader), at: now) == .threadIsFull)
    }

    @Test func `a read mark never falls, and a number above the last message marks all messages as read`() throws {
        var desk = try Desk()
        try desk.run(open(), at: now)
        try desk.run(send(1), at: now)
        func read(_ upTo: Int, _ number: UInt64 = 9) -> ReadMessages {
            ReadMessages(thread, upTo: upTo, by: staff(.receptionist, number))
        }
        try desk.run(read(3), at: now)
        let mark = DocumentKey(ID<ReadMark>(of: RestrictionTests.reader(9).staff.uuid, in: thread))
        #expect(try #require(desk.given.document(ReadMarks.self, mark)).contains(#""up_to":2"#))
        #expect(try desk.run(read(1), at: now).isEmpty)
        #expect(try desk.run(read(1, 8), at: now).count == 1)
    }

    @Test func `two messages that are sent in one thread at once, on two servers, have different numbers`() throws {
        var desk = try Desk()
        try desk.run(open(), at: now)
        var nodes = TwoNodes(desk.given)
        try nodes.run(send(1), on: 0, at: now)
        try nodes.run(send(2, by: staff(.admin)), on: 1, at: now)
        #expect(nodes.conflicts == 1)
        let numbers = nodes.history.feed.compactMap { recorded -> Int? in
            if case .message(.sent(let sent)) = recorded.event { sent.number } else { nil }
        }
        #expect(numbers == [1, 2, 3])
    }

    @Test func `the erasure of a patient erases the subjects and messages of the patient's threads`() throws {
        var desk = try Desk()
        try desk.run(open(), at: now)
        try desk.run(send(1), at: now)
        try desk.run(ErasePatient(patient, reason: .requested), at: now)
        #expect(try document(desk).contains(#""subject":"(erased)""#))
        for message in [0xb0, 0xb01] as [ID<Message>] {
            let text = try #require(desk.given.document(Messages.self, DocumentKey(message)))
            #expect(text.contains(#""text":"(erased)""#))
        }
        #expect(desk.rejection(send(2, by: staff(.admin)), at: now) == .unknown)
    }
}
