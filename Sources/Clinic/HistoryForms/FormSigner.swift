import EventSourcing
public import Identifiers

/// The person who sends a request to fill in, sign or withdraw a form (medical history form or consent) of a patient: a
/// member of staff, or a patient who signs for themselves or for a dependant.
public enum FormSigner: Hashable, Sendable {
    case staff(RecordReader)
    case patient(ID<Patient>)

    enum Access: Hashable, Sendable {
        case granted, unknown, restricted
        /// The person is a guardian, and the clinic does not let guardians act for their dependants.
        case readOnly
    }

    /// The access of this person to a patient's medical history forms and consents.
    func access(to patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant) -> Access {
        guard model[.registration(of: patient)].isCurrent else { return .unknown }
        switch self {
        case .staff(let reader): return reader.access(to: patient, &model, at: now) == .refused ? .restricted : .granted
        case .patient(let own):
            // If the record of a medical history form or consent was merged into another one, the patient of the
            // surviving record signs.
            let relation = model.relation(of: own, to: patient)
            return relation.writes ? .granted : relation.reads ? .readOnly : .unknown
        }
    }

    /// Whether a medical history form or a consent of the patient can name a file: the file is on one of the person's
    /// records, and was not removed.
    static func canName(_ file: ID<PatientFile>, for patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>)
        -> Bool
    {
        let known = model[.file(file)]
        return known.patient.map { model.records(ofPersonWith: patient).contains($0) } == true && !known.isRemoved
    }

    var isStaff: Bool { if case .staff = self { true } else { false } }

    /// The guardian who signs a form (medical history form or consent) of a patient; `nil` if the patient signs, or if
    /// a member of staff records the form.
    func guardian(of patient: ID<Patient>) -> ID<Patient>? {
        if case .patient(let own) = self, own != patient { own } else { nil }
    }
}
