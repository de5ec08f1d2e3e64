public import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// A side of a thread of messages: the patient with the guardians, or the clinic.
public enum MessageSide: String, CaseIterable, Hashable, Sendable {
    case patient, clinic

    var other: MessageSide { self == .patient ? .clinic : .patient }
}

/// The person who reads and writes in a thread of messages.
public enum MessageAuthor: Hashable, Sendable {
    case staff(RecordReader)
    /// The person is a patient, who reads and writes messages for themselves or for a dependant.
    case patient(ID<Patient>)

    var side: MessageSide {
        switch self {
        case .staff: .clinic
        case .patient: .patient
        }
    }

    /// The id of the patient or of the member of staff who reads and writes in a thread.
    var id: UUIDBytes {
        switch self {
        case .staff(let reader): reader.staff.uuid
        case .patient(let patient): patient.uuid
        }
    }
}

/// The reason why a command about messages is refused.
public enum MessageRejection: ClinicRejection, Hashable {
    /// The thread, the patient or the assignee does not exist, or the caller may not see it.
    case unknown
    case restricted
    /// The clinic does not let guardians act for their dependants.
    case guardianMayNotWrite
    /// A file does not belong to the thread's patient, or the author may not open the file.
    case fileNotShared
    case threadIsFull
    case tooManyThreads
    case tooManyToday
    /// The message cannot be withdrawn: it has another author, it is too old, or the other side has read it.
    case notWithdrawable(WithdrawalRefusal)

    public var problem: Problem {
        switch self {
        case .unknown: .notFound
        case .restricted: Problem(.restrictedRecord)
        case .guardianMayNotWrite: Problem(.forbidden)
        case .fileNotShared: Problem(.fileNotShared)
        case .threadIsFull: Problem(.threadIsFull)
        case .tooManyThreads:
            Problem(
                .limitReached,
                """
                At most \(PatientThreads.most) threads about a patient are opened within \(PatientThreads.days) days. \
                A message in an existing thread is possible; it opens a closed thread again.
                """)
        case .tooManyToday: Problem(.messagesOfTheDaySent)
        case .notWithdrawable(let reason): Problem(.messageNotWithdrawable).with("reason", reason, .stringEnum)
        }
    }
}

extension DecisionModel<ClinicEvent> {
    /// The state of a thread that a person may read, and the thread's patient.
    ///
    /// - Throws: `unknown` if there is no such thread, or if the person may not read it; `restricted` if the member of
    ///   staff may not open the patient's record.
    mutating func thread(
        _ id: ID<MessageThread>, for person: MessageAuthor, at now: Instant
    ) throws(MessageRejection) -> (state: MessageThread, patient: ID<Patient>) {
        let state = self[.messageThread(id)]
        guard let patient = state.patient else { throw .unknown }
        switch person {
        case .staff(let reader):
            guard reader.reaches(state.assignee) else { throw .unknown }
            guard reader.access(to: patient, &self, at: now) != .refused else { throw .restricted }
        case .patient(let own):
            guard relation(of: own, to: patient).reads else { throw .unknown }
        }
        return (state, patient)
    }

    /// Checks that an author may send messages about a patient's record.
    mutating func checkWriting(
        about patient: ID<Patient>, by author: MessageAuthor, at now: Instant
    ) throws(MessageRejection) {
        let registration = self[.registration(of: patient)]
        guard registration.isCurrent else { throw .unknown }
        switch author {
        case .staff(let reader):
            guard reader.access(to: patient, &self, at: now) != .refused else { throw .restricted }
        case .patient(let own):
            let relation = relation(of: own, to: patient)
            guard relation.reads else { throw .unknown }
            guard relation.writes else { throw .guardianMayNotWrite }
        }
    }
}

extension ClinicCommand {
    /// A copy of a command about a thread, which is also refused as a repetition to a person who may not read the
    /// thread any more.
    func within(_ thread: ID<MessageThread>, as person: MessageAuthor) -> ClinicCommand {
        requiring { (model, now) throws(Problem) in
            do throws(MessageRejection) { _ = try model.thread(thread, for: person, at: now) } catch {
                throw error.problem
            }
        }
    }
}
