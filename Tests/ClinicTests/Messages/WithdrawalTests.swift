import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests the withdrawal of messages by their authors.
@Suite struct WithdrawalTests {
    private let now: Instant = "2026-11-23T08:00:00Z"
    private let patient = Practice.patient(1)
    private let guardian = Practice.patient(2)
    private let thread: ID<MessageThread> = 0xa1
    private let message: ID<Message> = 0xb0

    private func staff(_ number: UInt64 = 9) -> MessageAuthor { .staff(RestrictionTests.reader(number, .receptionist)) }

    /// A clinic with a thread whose first message the patient has sent.
    private func desk() throws -> Desk {
        var desk = try Desk()
        try desk.run(
            OpenMessageThread(
                thread, about: patient, subject: Personal("Pain"), message: message,
                MessageDraft(text: Personal("It hurts")), by: .patient(patient)), at: now)
        return desk
    }

    private func send(_ id: ID<Message>, by author: MessageAuthor) -> SendMessage {
        SendMessage(id, in: thread, MessageDraft(text: Personal("Still")), by: author)
    }

    private func withdraw(_ id: ID<Message>? = nil, by author: MessageAuthor? = nil) -> WithdrawMessage {
        WithdrawMessage(id ?? message, in: thread, by: author ?? .patient(patient))
    }

    private func read(_ upTo: Int, by reader: MessageAuthor) -> ReadMessages {
        ReadMessages(thread, upTo: upTo, by: reader)
    }

    @Test func `a withdrawn message shows neither its text nor its files, and keeps its number`() throws {
        var desk = try desk()
        try desk.run(withdraw(), at: now.adding(minutes: 14))
        let document = try #require(desk.given.document(Messages.self, DocumentKey(message)))
        #expect(document.contains(#""text":"(withdrawn)","files":[]"#) && !document.contains("It hurts"))
        #expect(document.contains(#""number":1"#) && document.contains(#""withdrawn_at":"2026-11-23T08:14:00Z""#))
        try desk.run(send(0xb1, by: .patient(patient)), at: now.adding(minutes: 15))
        let next = try #require(desk.given.document(Messages.self, DocumentKey(0xb1 as ID<Message>)))
        #expect(next.contains(#""number":2"#))
    }

    @Test func `a message cannot be withdrawn 15 minutes or more after it was sent`() throws {
        let desk = try desk()
        let late = now.adding(minutes: 15)
        #expect(desk.rejection(withdraw(), at: late.adding(seconds: -1)) == nil)
        #expect(desk.rejection(withdraw(), at: late) == .notWithdrawable(.tooLate))
    }

    @Test func `a message cannot be withdrawn once a reader of the other side has read the message`() throws {
        var desk = try desk()
        try desk.run(read(1, by: staff(8)), at: now)
        #expect(desk.rejection(withdraw(), at: now) == .notWithdrawable(.read))
        try desk.run(send(0xb1, by: .patient(patient)), at: now)
        try desk.run(read(1, by: staff(9)), at: now)
        #expect(desk.rejection(withdraw(0xb1), at: now) == nil)
        try desk.run(read(2, by: staff(9)), at: now)
        try desk.run(read(1, by: staff(7)), at: now)
        #expect(desk.rejection(withdraw(0xb1), at: now) == .notWithdrawable(.read))
    }

    @Test func `a message that its author or a guardian of the patient has read can be withdrawn`() throws {
        var desk = try desk()
        try desk.run(NameGuardian(guardian, of: patient), at: now)
        for reader in [patient, guardian] { try desk.run(read(1, by: .patient(reader)), at: now) }
        #expect(desk.rejection(withdraw(), at: now) == nil)
    }

    @Test func `a message cannot be withdrawn once the other side has answered`() throws {
        var desk = try desk()
        try desk.run(send(0xb1, by: staff()), at: now)
        #expect(desk.rejection(withdraw(), at: now) == .notWithdrawable(.read))
        #expect(desk.rejection(withdraw(0xb1, by: staff()), at: now) == nil)
    }

    @Test func `a message can be withdrawn only by its author`() throws {
        var desk = try desk()
        try desk.run(NameGuardian(guardian, of: patient), at: now)
        #expect(desk.rejection(withdraw(by: .patient(guardian)), at: now) == .guardianMayNotWrite)
        try desk.letGuardiansAct(at: now)
        for other in [staff(), .patient(guardian)] {
            #expect(desk.rejection(withdraw(by: other), at: now) == .notWithdrawable(.otherAuthor))
        }
        try desk.run(send(0xb1, by: staff(8)), at: now)
        #expect(desk.rejection(withdraw(0xb1, by: staff(9)), at: now) == .notWithdrawable(.otherAuthor))
    }

    @Test func `the withdrawal of a message is refused if the named thread does not have the message`() throws {
        var desk = try desk()
        try desk.run(
            OpenMessageThread(
                0xa2, about: patient, subject: Personal("Pain"), message: 0xc0,
                MessageDraft(text: Personal("It hurts")), by: .patient(patient)), at: now)
        for id in [0xc0, 0xdead] as [ID<Message>] { #expect(desk.rejection(withdraw(id), at: now) == .unknown) }
    }

    @Test
    func `a repeated withdrawal of a message appends no event, even if 15 minutes have passed since the message`()
        throws
    {
        var desk = try desk()
        #expect(try desk.run(withdraw(), at: now).count == 1)
        #expect(try desk.run(withdraw(), at: now.adding(minutes: 20)).isEmpty)
    }

    @Test
    func `if one server withdraws a message while another marks it as read, one of the commands is decided again`()
        throws
    {
        for first in 0...1 {
            var nodes = TwoNodes(try desk().given)
            if first == 0 {
                try nodes.run(withdraw(), on: 0, at: now)
                try nodes.run(read(1, by: staff()), on: 1, at: now)
            } else {
                try nodes.run(read(1, by: staff()), on: 1, at: now)
                #expect(throws: MessageRejection.notWithdrawable(.read)) { try nodes.run(withdraw(), on: 0, at: now) }
            }
            #expect(nodes.conflicts == 1)
        }
    }

    @Test func `the notification of a withdrawn message counts as seen`() throws {
        var desk = try desk()
        try desk.run(send(0xb1, by: staff()), at: now)
        func isSeen() throws -> [Bool] {
            let row = try #require(desk.given.row(NotificationInboxes.self, .id(patient.uuid)))
            return try NotificationInboxDocument.codec.decode(parsing: row.document, unknownMembers: .ignored).items
                .map(\.isSeen)
        }
        #expect(try isSeen() == [false])
        try desk.run(withdraw(0xb1, by: staff()), at: now)
        #expect(try isSeen() == [true])
    }

    @Test func `the erasure of a patient also erases the text of a withdrawn message`() throws {
        var desk = try desk()
        try desk.run(withdraw(), at: now)
        try desk.run(ErasePatient(patient, reason: .requested), at: now)
        let document = try #require(desk.given.document(Messages.self, DocumentKey(message)))
        #expect(document.contains(#""text":"(erased)""#))
    }

    @Test func `a withdrawal touches the message in the list of its thread, and changes only the view of messages`()
        throws
    {
        var desk = try desk()
        let events = try desk.run(withdraw(), at: now)
        #expect(events.map(\.touches) == [[.message(message, in: thread)]])
        #expect(events.map(\.views) == [[.messages]])
    }
}
