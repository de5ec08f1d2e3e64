public import Endpoints
public import EventSourcing
public import Identifiers

/// Restricts a patient's record to those who treat the patient, or lifts the restriction.
public struct RestrictRecord: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// The patient was erased and cannot be changed.
        case erased

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .erased: Problem(.patientErased)
            }
        }
    }

    public let patient: ID<Patient>
    public let restricted: Bool

    public init(_ patient: ID<Patient>, _ restricted: Bool) {
        self.patient = patient
        self.restricted = restricted
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.registration(of: patient)]
        guard known.isCurrent else { throw known.version > 0 ? .erased : .noSuchPatient }
        guard known.isRestricted != restricted else { return [] }
        return [.patient(.patientRestrictionSet(PatientRestrictionSet(patient: patient, restricted: restricted)))]
    }
}
