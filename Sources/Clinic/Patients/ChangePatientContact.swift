public import EventSourcing
public import Identifiers

/// Changes a patient's contact details, by the patient.
public struct ChangePatientContact: Decision {
    public let patient: ID<Patient>
    public let contact: PatientContact

    public init(_ patient: ID<Patient>, _ contact: PatientContact) {
        self.patient = patient
        self.contact = contact
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(PatientRejection)
        -> [ClinicEvent]
    {
        let known = model[.patient(patient)]
        guard let before = known.details else { throw known.isErased ? .erased : .noSuchPatient }
        guard before.contact != contact else { return [] }
        return [.patient(.patientContactChanged(PatientContactChanged(patient: patient, contact: contact)))]
    }
}
