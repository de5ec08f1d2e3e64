import EventSourcing
public import Identifiers

/// The person who adds a file about a patient.
public enum FileAuthor: Hashable, Sendable {
    case staff(RecordReader)
    /// A patient adds the file, for themselves or for a dependant.
    case patient(ID<Patient>)

    /// The reason why this person may not add the given file about a patient; `nil` if the person may add it.
    func refusal(
        of draft: FileDraft, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> AddFile.Rejection? {
        switch self {
        case .staff(let reader):
            guard reader.seesClinicalFiles || draft.category.isForReception else { return .categoryOfOthers }
            guard model[.registration(of: draft.patient)].isCurrent else { return .unknownPatient }
            return reader.access(to: draft.patient, &model, at: now) == .refused ? .restricted : nil
        case .patient(let own):
            guard draft.category.isForPatients else { return .categoryOfOthers }
            let relation = model.relation(of: own, to: draft.patient)
            guard relation.reads, model[.registration(of: draft.patient)].isCurrent else { return .unknownPatient }
            return relation.writes ? nil : .guardianMayNotWrite
        }
    }

    var isPatient: Bool { if case .patient = self { true } else { false } }
}
