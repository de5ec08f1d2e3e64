public import EventSourcing
public import Identifiers

/// A patient says how to be reached from now on.
public struct ChangePatientContact: Decision {
    public let patient: ID<Patient>
    public let contact: PatientContact
    /// The version that the change was made from; `nil` to change whatever there is.
    public let version: Int64?

    public init(_ patient: ID<Patient>, _ contact: PatientContact, version: Int64?) {
        self.patient = patient
        self.contact = contact
        self.version = version
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(PatientRejection) -> [ClinicEvent] {
        let known = facts[.patient(patient)]
        guard let before = known.details else { throw .noSuchPatient }
        if let version, version != known.version { throw .changedSince(version: known.version) }
        guard before.contact != contact else { return [] }
        return [.patient(.patientContactChanged(PatientContactChanged(patient: patient, contact: contact)))]
    }
}
