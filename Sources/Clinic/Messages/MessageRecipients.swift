import Endpoints
import EventSourcing
import Identifiers

extension MessageThread {
    /// The maximum number of persons who are notified of one message.
    static let mostRecipients = 50
}

extension DecisionModel<ClinicEvent> {
    /// The persons who are notified of a new message, without its author.
    ///
    /// A message from the clinic goes to the patient, and to the guardians who have written in the thread and may still
    /// read the thread. A message from the patient's side goes to the staff, see `staff(toNotifyOf:about:at:)`.
    mutating func recipients(
        of thread: MessageThread, about patient: ID<Patient>, by author: MessageAuthor, at now: Instant
    ) -> [UUIDBytes] {
        let recipients =
            switch author {
            case .staff: patients(toNotifyOf: thread, about: patient)
            case .patient: staff(toNotifyOf: thread, about: patient, at: now)
            }
        return Array(recipients.filter { $0 != author.id }.prefix(MessageThread.mostRecipients))
    }

    private mutating func patients(toNotifyOf thread: MessageThread, about patient: ID<Patient>) -> [UUIDBytes] {
        // The login of a person with merged records belongs to the surviving record.
        let survivor = self[.registration(of: patient)].mergedInto ?? patient
        let guardians = thread.patientWriters.suffix(MessageThread.mostRecipients).filter { writer in
            guard writer != patient, writer != survivor else { return false }
            return looks(writer, after: patient)
        }
        return [survivor.uuid] + guardians.map(\.uuid)
    }

    /// The staff who are notified of a message from the patient's side: the member or the role to which the thread is
    /// assigned; receptionists if it is assigned to nobody. If the record is restricted, only members of staff are
    /// notified who have written in the thread and may still open the record and read the thread.
    private mutating func staff(
        toNotifyOf thread: MessageThread, about patient: ID<Patient>, at now: Instant
    ) -> [UUIDBytes] {
        let staff = self[.settings].staff
        guard !self[.registration(of: patient)].isRestricted else {
            return thread.staffWriters.suffix(MessageThread.mostRecipients).filter { writer in
                staff[writer.staff]?.isActive == true && writer.reaches(thread.assignee)
                    && writer.access(to: patient, &self, at: now) == .granted
            }.map(\.staff.uuid)
        }
        let role: StaffRole
        switch thread.assignee {
        case .member(let member): return staff[member]?.isActive == true ? [member.uuid] : []
        case .role(let assigned): role = assigned
        case nil: role = .receptionist
        }
        return staff.all.filter { $0.isActive && $0.details.roles.contains(role) }.map(\.id.uuid)
    }
}
