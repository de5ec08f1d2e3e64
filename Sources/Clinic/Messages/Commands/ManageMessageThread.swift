import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which the staff assign, close or reopen a thread of messages.
public struct ManageMessageThread: Decision {
    public typealias Rejection = MessageRejection

    public enum Step: Hashable, Sendable {
        case assign(MessageAssignee?)
        case close
        case reopen
    }

    let thread: ID<MessageThread>
    let step: Step
    let reader: RecordReader

    public init(_ thread: ID<MessageThread>, _ step: Step, by reader: RecordReader) {
        self.thread = thread
        self.step = step
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let (state, patient) = try model.thread(thread, for: .staff(reader), at: now)
        switch step {
        case .assign(let assignee):
            try model.checkAssignee(assignee)
            guard assignee != state.assignee else { return [] }
            guard state.hasRoom() else { throw .threadIsFull }
            return [
                .message(.assigned(MessageThreadAssigned(thread: thread, patient: patient, assignee: assignee)))
            ]
        case .close:
            guard !state.isClosed else { return [] }
            return [.message(.closed(MessageThreadClosed(thread: thread, patient: patient)))]
        case .reopen:
            guard state.isClosed else { return [] }
            // A thread without room for another message cannot be opened again.
            guard state.hasRoom(for: 2) else { throw .threadIsFull }
            return [.message(.reopened(MessageThreadReopened(thread: thread, patient: patient)))]
        }
    }
}

struct AssignmentBody: Sendable {
    let assignee: MessageAssignee?

    static let codec = object(
        AssignmentBody.checked(role:member:), optionalField("assigned_role", \.assignee?.role, .assignedRole),
        optionalField("assigned_staff_id", \.assignee?.member, .assignedStaff)
    ).described("The staff who answer a thread: a role, a member of staff, or everybody.").named("ThreadAssignment")

    private static func checked(role: StaffRole?, member: ID<StaffMember>?) throws(CheckFailure) -> AssignmentBody {
        AssignmentBody(assignee: try .checked(role: role, member: member))
    }
}

extension MessagesAPI {
    static let assignMessageThread = Endpoint<ClinicAction>(
        .put, "/api/v1/messages/{thread_id}/assignment", id: "assignMessageThread",
        summary: "Assign a thread of messages", details: "\(MessagesAPI.reach) Repeating this changes nothing.",
        tag: tag, for: Staff.self, takes: .path("thread_id", .threadID), .body(AssignmentBody.codec),
        answers: [.ok(MessageThreads.codec, "The thread as it is now")],
        problems: [.notFound, .restrictedRecord, .threadIsFull], idempotency: .accepted
    ) { caller, thread, body throws(Problem) in
        manage(thread, .assign(body.assignee), by: RecordReader(caller))
    }

    static let closeMessageThread = Endpoint<ClinicAction>(
        .post, "/api/v1/messages/{thread_id}/close", id: "closeMessageThread", summary: "Close a thread of messages",
        details: "A new message opens it again. Repeating this changes nothing.",
        tag: tag, for: Staff.self, takes: .path("thread_id", .threadID),
        answers: [.ok(MessageThreads.codec, "The thread as it is now")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, thread throws(Problem) in manage(thread, .close, by: RecordReader(caller)) }

    static let reopenMessageThread = Endpoint<ClinicAction>(
        .post, "/api/v1/messages/{thread_id}/reopen", id: "reopenMessageThread",
        summary: "Open a closed thread of messages again", details: "Repeating this changes nothing.",
        tag: tag, for: Staff.self, takes: .path("thread_id", .threadID),
        answers: [.ok(MessageThreads.codec, "The thread as it is now")],
        problems: [.notFound, .restrictedRecord, .threadIsFull], idempotency: .accepted
    ) { caller, thread throws(Problem) in manage(thread, .reopen, by: RecordReader(caller)) }

    private static func manage(
        _ thread: ID<MessageThread>, _ step: ManageMessageThread.Step, by reader: RecordReader
    ) -> ClinicAction {
        .command(ClinicCommand(ManageMessageThread(thread, step, by: reader), answer: .messageThread(thread)))
    }
}
