public import Endpoints
public import EventSourcing
public import Identifiers

/// A patient says how to be reached from now on.
public struct ChangePatientContact: Decision {
    public let patient: ID<Patient>
    public let contact: PatientContact
    /// The versions that the change was made from.
    public let expected: EntityTagCondition

    public init(_ patient: ID<Patient>, _ contact: PatientContact, expected: EntityTagCondition = .any) {
        self.patient = patient
        self.contact = contact
        self.expected = expected
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(PatientRejection) -> [ClinicEvent] {
        let known = facts[.patient(patient)]
        guard let before = known.details else { throw known.isErased ? .erased : .noSuchPatient }
        guard expected.names(version: known.version) else {
            throw .changedSince(version: known.version)
        }
        guard before.contact != contact else { return [] }
        return [.patient(.patientContactChanged(PatientContactChanged(patient: patient, contact: contact)))]
    }
}
