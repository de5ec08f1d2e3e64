import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that sends a message in a thread. A message in a closed thread opens the thread again. A client may have
/// queued the message while it was offline, and a refusal would lose the message.
public struct SendMessage: Decision {
    public typealias Rejection = MessageRejection

    let message: ID<Message>
    let thread: ID<MessageThread>
    let draft: MessageDraft
    let author: MessageAuthor

    public init(
        _ message: ID<Message>, in thread: ID<MessageThread>, _ draft: MessageDraft, by author: MessageAuthor
    ) {
        self.message = message
        self.thread = thread
        self.draft = draft
        self.author = author
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let (state, patient) = try model.thread(thread, for: author, at: now)
        try model.checkWriting(about: patient, by: author, at: now)
        guard state.hasRoom() else { throw .threadIsFull }
        return [
            try model.message(
                draft, message, in: thread, of: patient, state, by: author, at: now)
        ]
    }
}

extension MessagesAPI {
    static let sendMessage = Endpoint<ClinicAction>(
        .post, "/api/v1/messages/{thread_id}/messages", id: "sendMessage", summary: "Answer in a thread of messages",
        details: "A message in a closed thread opens the thread again.",
        tag: tag, for: Staff.self, takes: .path("thread_id", .threadID), .body(MessageDraft.codec),
        answers: [.made(Messages.codec, "The message")],
        problems: [.notFound, .restrictedRecord, .fileNotShared, .threadIsFull], idempotency: .implied
    ) { caller, thread, draft throws(Problem) in
        let author = MessageAuthor.staff(RecordReader(caller))
        return .creation { newID in command(newID(), in: thread, draft, by: author) }
    }

    static let sendOwnMessage = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/messages/{thread_id}/messages", id: "sendOwnMessage",
        summary: "Write to the clinic in a thread",
        details:
            """
            A message in a closed thread opens the thread again. A guardian may write if the clinic lets guardians \
            act.
            """,
        tag: tag, for: PatientOnly.self, takes: .path("thread_id", .threadID), .body(MessageDraft.codec),
        answers: [.made(Messages.codec, "The message")],
        problems: [.notFound, .fileNotShared, .threadIsFull, .messagesOfTheDaySent], idempotency: .implied
    ) { caller, thread, draft throws(Problem) in
        let author = MessageAuthor.patient(ID(caller.patient))
        return .creation { newID in command(newID(), in: thread, draft, by: author) }
    }

    private static func command(
        _ message: ID<Message>, in thread: ID<MessageThread>, _ draft: MessageDraft, by author: MessageAuthor
    ) -> ClinicCommand {
        ClinicCommand(
            SendMessage(message, in: thread, draft, by: author),
            answer: DocumentAnswer(Messages.self, DocumentKey(message)))
    }
}
