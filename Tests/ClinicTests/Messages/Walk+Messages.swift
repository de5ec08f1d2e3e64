import Clinic
import Endpoints
import EventSourcing
import Identifiers

/// The decisions about messages, whose reads `BoundedReadsTests` counts.
extension Walk {
    private var writer: ID<Patient> { Practice.patient(2) }
    private var thread: ID<MessageThread> { 0x3f0 }
    private var reader: RecordReader { RestrictionTests.reader(9, .doctor) }
    private var draft: MessageDraft { MessageDraft(text: .init("It hurts")) }

    mutating func prepareMessages() throws { try desk.run(open(thread, 0x3f1), at: noon) }

    /// The number of events that each decision about messages reads, by the decision's name.
    func messageReads() throws -> [(String, Int)] {
        try [
            read(open(0xff, 0xfe)),
            read(SendMessage(0xff, in: thread, draft, by: .patient(writer))),
            read(ManageMessageThread(thread, .assign(.role(.doctor)), by: reader)),
            read(ReadMessages(thread, upTo: 1, by: .staff(reader))),
            read(WithdrawMessage(0x3f1, in: thread, by: .patient(writer))),
        ]
    }

    private func open(_ thread: ID<MessageThread>, _ message: ID<Message>) -> OpenMessageThread {
        OpenMessageThread(
            thread, about: writer, subject: .init("Pain"), message: message, draft, by: .patient(writer))
    }
}
