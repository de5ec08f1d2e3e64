import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a reader marks the messages of a thread as read. A mark never moves back to an earlier
/// message.
public struct ReadMessages: Decision {
    public typealias Rejection = MessageRejection

    let thread: ID<MessageThread>
    /// The number of the last message of the thread that was read. If the number is higher than that of the thread's
    /// last message, all messages are marked.
    let upTo: Int
    let reader: MessageAuthor

    public init(_ thread: ID<MessageThread>, upTo: Int, by reader: MessageAuthor) {
        self.thread = thread
        self.upTo = upTo
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let mark = ID<ReadMark>(of: reader.id, in: thread)
        let known = model[.reading(mark)].upTo
        let (state, patient) = try model.thread(thread, for: reader, at: now)
        let upTo = min(upTo, state.messages.count)
        guard upTo > known else { return [] }
        let leads = upTo > model[.reading(of: reader.side, in: thread)].upTo ? reader.side : nil
        return [
            .message(
                .read(
                    MessagesRead(
                        mark: mark, thread: thread, patient: patient, reader: reader.id, upTo: upTo, leads: leads)))
        ]
    }
}

struct ReadingBody: Sendable {
    let upTo: Int

    static let codec = object(
        ReadingBody.init(upTo:), field("up_to", \.upTo, .readUpTo)
    ).described("The messages that were read.").named("MessagesRead")
}

extension MessagesAPI {
    static let readMessages = Endpoint<ClinicAction>(
        .post, "/api/v1/messages/{thread_id}/read", id: "readMessages", summary: "Mark messages as read",
        details: "Each member of staff has their own mark. A mark never moves back to an earlier message.",
        tag: tag, for: Staff.self, takes: .path("thread_id", .threadID), .body(ReadingBody.codec),
        answers: [.ok(ReadMarks.codec, "The caller's mark as it is now")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, thread, body throws(Problem) in read(thread, body.upTo, by: .staff(RecordReader(caller))) }

    static let readOwnMessages = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/messages/{thread_id}/read", id: "readOwnMessages",
        summary: "Mark messages from the clinic as read",
        details: "The patient and each guardian have their own mark. A mark never moves back to an earlier message.",
        tag: tag, for: PatientOnly.self, takes: .path("thread_id", .threadID), .body(ReadingBody.codec),
        answers: [.ok(ReadMarks.codec, "The caller's mark as it is now")], problems: [.notFound],
        idempotency: .accepted
    ) { caller, thread, body throws(Problem) in read(thread, body.upTo, by: .patient(ID(caller.patient))) }

    private static func read(_ thread: ID<MessageThread>, _ upTo: Int, by reader: MessageAuthor) -> ClinicAction {
        .command(
            ClinicCommand(
                ReadMessages(thread, upTo: upTo, by: reader),
                answer: DocumentAnswer(ReadMarks.self, DocumentKey(ID<ReadMark>(of: reader.id, in: thread)))
            ).within(thread, as: reader))
    }
}
