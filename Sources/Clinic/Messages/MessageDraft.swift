import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The content of a message that is to be sent in a thread.
public struct MessageDraft: Hashable, Sendable {
    public let text: Personal<String>
    /// The files that the message refers to. The files were uploaded before, to the patient's record.
    public let files: [ID<PatientFile>]

    public init(text: Personal<String>, files: [ID<PatientFile>] = []) {
        self.text = text
        self.files = files
    }

    static let longestText = 4_000
    static let mostFiles = 10

    static let codec = object(
        MessageDraft.checked(written:files:), optionalField("text", \.written, .draftText),
        field("files", \.files, .messageFiles, default: [])
    ).described("A message to send.").named("MessageDraft")

    /// The text of a message that has files and no text: a photo alone is a message. It is a sign that needs no
    /// language, so every client shows that something was sent.
    static let textOfFiles = "\u{1F4CE}"

    var written: Personal<String>? { text }

    /// A message with the text and the files of a request.
    ///
    /// - Throws: a `CheckFailure` if the message has neither a text nor a file.
    static func checked(written text: Personal<String>?, files: [ID<PatientFile>]) throws(CheckFailure) -> MessageDraft
    {
        if let text, text.value?.isEmpty == false { return MessageDraft(text: text, files: files) }
        guard !files.isEmpty else { throw CheckFailure("missing", "a message has a text or files") }
        return MessageDraft(text: Personal(textOfFiles), files: files)
    }
}

extension DecisionModel<ClinicEvent> {
    /// The event of a message that is sent in a thread.
    ///
    /// - Parameter count: the number of messages in the thread before this one.
    mutating func message(
        _ draft: MessageDraft, _ id: ID<Message>, in thread: ID<MessageThread>, of patient: ID<Patient>,
        _ state: MessageThread, by author: MessageAuthor, at now: Instant
    ) throws(MessageRejection) -> ClinicEvent {
        try checkFiles(draft.files, of: patient, by: author, at: now)
        var day: CivilDate?
        if author.side == .patient {
            let today = self[.basics].zone.date(of: now)
            guard self[.messages(from: patient, on: today)].sent < PatientMessageDay.most else { throw .tooManyToday }
            day = today
        }
        return .message(
            .sent(
                MessageSent(
                    message: id, thread: thread, patient: patient, number: state.messages.count + 1, side: author.side,
                    author: author.id, text: draft.text, files: draft.files, day: day,
                    recipients: recipients(of: state, about: patient, by: author, at: now))))
    }

    /// Checks that each file is on a record of the thread's patient, and that the author may open the file. The patient
    /// may open every file of their own records.
    private mutating func checkFiles(
        _ files: [ID<PatientFile>], of patient: ID<Patient>, by author: MessageAuthor, at now: Instant
    ) throws(MessageRejection) {
        guard !files.isEmpty else { return }
        let records = records(ofPersonWith: patient)
        for file in files {
            let known = self[.file(file)]
            guard let owner = known.patient, records.contains(owner), !known.isRemoved else { throw .fileNotShared }
            guard case .staff(let reader) = author else { continue }
            do throws(Problem) { _ = try reader.patient(of: file, &self, at: now) } catch { throw .fileNotShared }
        }
    }
}
