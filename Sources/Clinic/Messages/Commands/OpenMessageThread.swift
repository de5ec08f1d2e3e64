import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that opens a thread of messages about a patient, with its first message.
public struct OpenMessageThread: Decision {
    public typealias Rejection = MessageRejection

    let thread: ID<MessageThread>
    let message: ID<Message>
    let patient: ID<Patient>
    let subject: Personal<String>
    let first: MessageDraft
    let assignee: MessageAssignee?
    let author: MessageAuthor

    public init(
        _ thread: ID<MessageThread>, about patient: ID<Patient>, subject: Personal<String>, message: ID<Message>,
        _ first: MessageDraft, assignee: MessageAssignee? = nil, by author: MessageAuthor
    ) {
        self.thread = thread
        self.message = message
        self.patient = patient
        self.subject = subject
        self.first = first
        self.assignee = assignee
        self.author = author
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.checkWriting(about: patient, by: author, at: now)
        try model.checkAssignee(assignee)
        guard model[.messageThreads(of: patient)].hasRoom(at: now) else { throw .tooManyThreads }
        let sent = try model.message(
            first, message, in: thread, of: patient, MessageThread(assignee: assignee), by: author, at: now)
        let opened = MessageThreadOpened(thread: thread, patient: patient, subject: subject, assignee: assignee)
        return [.message(.opened(opened)), sent]
    }
}

extension DecisionModel<ClinicEvent> {
    /// Checks that the member of staff to whom a thread is assigned works at the clinic.
    mutating func checkAssignee(_ assignee: MessageAssignee?) throws(MessageRejection) {
        guard let member = assignee?.member else { return }
        guard self[.settings].staff[member]?.isActive == true else { throw .unknown }
    }
}

/// The body of the request with which staff open a thread.
struct ThreadBody: Sendable {
    let patient: ID<Patient>
    let subject: Personal<String>
    let first: MessageDraft
    let assignee: MessageAssignee?

    static let codec = object(
        ThreadBody.checked(patient:subject:written:files:role:member:), field("patient_id", \.patient, .patientID),
        field("subject", \.subject, .messageSubject), optionalField("text", \.first.written, .draftText),
        field("files", \.first.files, .messageFiles, default: []),
        optionalField("assigned_role", \.assignee?.role, .assignedRole),
        optionalField("assigned_staff_id", \.assignee?.member, .assignedStaff)
    ).described("A thread to open, with its first message.").named("ThreadDraft")

    private static func checked(
        patient: ID<Patient>, subject: Personal<String>, written text: Personal<String>?, files: [ID<PatientFile>],
        role: StaffRole?, member: ID<StaffMember>?
    ) throws(CheckFailure) -> ThreadBody {
        ThreadBody(
            patient: patient, subject: subject, first: try .checked(written: text, files: files),
            assignee: try .checked(role: role, member: member))
    }
}

/// The body of the request with which a patient or a guardian opens a thread.
struct OwnThreadBody: Sendable {
    let subject: Personal<String>
    let first: MessageDraft
    let role: StaffRole?

    static let codec = object(
        OwnThreadBody.checked(subject:written:files:role:), field("subject", \.subject, .messageSubject),
        optionalField("text", \.first.written, .draftText), field("files", \.first.files, .messageFiles, default: []),
        optionalField(
            "assigned_role", \.role,
            Codec<StaffRole>.stringEnum.described("The role to which the thread is addressed; absent: all staff."))
    ).described("A thread to open, with its first message.").named("OwnThreadDraft")

    private static func checked(
        subject: Personal<String>, written text: Personal<String>?, files: [ID<PatientFile>], role: StaffRole?
    ) throws(CheckFailure) -> OwnThreadBody {
        OwnThreadBody(subject: subject, first: try .checked(written: text, files: files), role: role)
    }
}

extension MessagesAPI {
    static let openMessageThread = Endpoint<ClinicAction>(
        .post, "/api/v1/messages", id: "openMessageThread", summary: "Write to a patient in a new thread",
        details: """
            The message names files by their ids. The files must be on the patient's record. \(MessagesAPI.reach)
            """,
        tag: tag, for: Staff.self, takes: .body(ThreadBody.codec),
        answers: [.created(MessageThreads.codec, "The thread, without its first message")],
        problems: [.notFound, .restrictedRecord, .fileNotShared, .limitReached, .patientMerged],
        idempotency: .implied
    ) { caller, body throws(Problem) in
        let author = MessageAuthor.staff(RecordReader(caller))
        return .creation { newID in
            let thread: ID<MessageThread> = newID()
            return ClinicCommand(
                OpenMessageThread(
                    thread, about: body.patient, subject: body.subject, message: newID(), body.first,
                    assignee: body.assignee, by: author),
                answer: .messageThread(thread, at: "/api/v1/messages/\(thread.uuid.text)"))
        }
    }

    static let openOwnMessageThread = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/messages", id: "openOwnMessageThread", summary: "Write to the clinic in a new thread",
        details: """
            The caller writes about themselves, or about a dependant if the clinic lets guardians act. The message \
            names files by their ids. The files must be on the patient's record. A patient and the patient's guardians \
            can together send at most \(PatientMessageDay.most) messages about the patient on one day.
            """,
        tag: tag, for: PatientOnly.self, takes: .dependant, .body(OwnThreadBody.codec),
        answers: [.created(MessageThreads.codec, "The thread, without its first message")],
        problems: [.notFound, .fileNotShared, .limitReached, .messagesOfTheDaySent, .patientMerged],
        idempotency: .implied
    ) { caller, dependant, body throws(Problem) in
        let own = ID<Patient>(caller.patient)
        return .creation { newID in
            let thread: ID<MessageThread> = newID()
            return ClinicCommand(
                OpenMessageThread(
                    thread, about: dependant ?? own, subject: body.subject, message: newID(), body.first,
                    assignee: body.role.map { .role($0) }, by: .patient(own)),
                answer: .messageThread(thread, at: "/api/v1/patient/messages/\(thread.uuid.text)"))
        }
    }
}
