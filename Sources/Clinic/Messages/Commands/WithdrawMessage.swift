import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The reason why a message cannot be withdrawn.
public enum WithdrawalRefusal: String, Hashable, Sendable, CaseIterable {
    case otherAuthor = "other_author"
    case tooLate = "too_late"
    case read
}

/// The command with which the author of a message withdraws it, within 15 minutes and before the other side has read
/// it. A message that the other side has answered counts as read.
public struct WithdrawMessage: Decision {
    public typealias Rejection = MessageRejection

    let message: ID<Message>
    let thread: ID<MessageThread>
    let author: MessageAuthor

    public init(_ message: ID<Message>, in thread: ID<MessageThread>, by author: MessageAuthor) {
        self.message = message
        self.thread = thread
        self.author = author
    }

    /// The number of minutes after sending in which a message can be withdrawn.
    static let minutes: Int64 = 15

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let (state, patient) = try model.thread(thread, for: author, at: now)
        if case .patient(let own) = author, !model.relation(of: own, to: patient).writes {
            throw .guardianMayNotWrite
        }
        let known = model[.message(message)]
        guard let sent = known.sent, sent.thread == thread else { throw .unknown }
        guard sent.side == author.side, sent.author == author.id else { throw .notWithdrawable(.otherAuthor) }
        guard !known.isWithdrawn else { return [] }
        guard now < sent.at.adding(minutes: Self.minutes) else { throw .notWithdrawable(.tooLate) }
        let reader = sent.side.other
        guard state.lastNumbers[reader] ?? 0 < sent.number,
            model[.reading(of: reader, in: thread)].upTo < sent.number
        else { throw .notWithdrawable(.read) }
        guard state.hasRoom() else { throw .threadIsFull }
        return [
            .message(
                .withdrawn(
                    MessageWithdrawn(
                        message: message, thread: thread, patient: patient, number: sent.number,
                        recipients: sent.recipients)))
        ]
    }
}

extension MessagesAPI {
    private static let withdrawal = """
        The author can withdraw a message within \(WithdrawMessage.minutes) minutes, before the other side has read it or \
        answered. Then its text and its files are no longer shown. Repeating this changes nothing.
        """

    static let withdrawMessage = Endpoint<ClinicAction>(
        .post, "/api/v1/messages/{thread_id}/messages/{message_id}/withdraw", id: "withdrawMessage",
        summary: "Withdraw one's own message to a patient", details: withdrawal, tag: tag, for: Staff.self,
        takes: .path("thread_id", .threadID), .path("message_id", .messageID),
        answers: [.ok(Messages.codec, "The message, without its text")],
        problems: [.notFound, .restrictedRecord, .messageNotWithdrawable, .threadIsFull], idempotency: .accepted
    ) { caller, thread, message throws(Problem) in
        withdraw(message, in: thread, by: .staff(RecordReader(caller)))
    }

    static let withdrawOwnMessage = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/messages/{thread_id}/messages/{message_id}/withdraw", id: "withdrawOwnMessage",
        summary: "Withdraw one's own message to the clinic", details: withdrawal, tag: tag, for: PatientOnly.self,
        takes: .path("thread_id", .threadID), .path("message_id", .messageID),
        answers: [.ok(Messages.codec, "The message, without its text")],
        problems: [.notFound, .messageNotWithdrawable, .threadIsFull], idempotency: .accepted
    ) { caller, thread, message throws(Problem) in
        withdraw(message, in: thread, by: .patient(ID(caller.patient)))
    }

    private static func withdraw(
        _ message: ID<Message>, in thread: ID<MessageThread>, by author: MessageAuthor
    ) -> ClinicAction {
        .command(
            ClinicCommand(
                WithdrawMessage(message, in: thread, by: author),
                answer: DocumentAnswer(Messages.self, DocumentKey(message))
            ).within(thread, as: author))
    }
}
