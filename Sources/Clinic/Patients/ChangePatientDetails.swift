public import EventSourcing
public import Identifiers

/// Corrects a patient's details, by the staff.
public struct ChangePatientDetails: Decision {
    public let patient: ID<Patient>
    public let details: PatientDetails
    public let allowsDuplicate: Bool
    /// `nil`: a caller to whom every record is open.
    public let reader: RecordReader?

    public init(
        _ patient: ID<Patient>, _ details: PatientDetails, allowsDuplicate: Bool = false, by reader: RecordReader? = nil
    ) {
        self.patient = patient
        self.details = details
        self.allowsDuplicate = allowsDuplicate
        self.reader = reader
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(PatientRejection) -> [ClinicEvent] {
        let basics = facts[.basics]
        let known = facts[.patient(patient)]
        guard let clinic = basics.clinic else { throw .notFounded }
        guard let before = known.details, let previous = known.identity else {
            throw known.isErased ? .erased : .noSuchPatient
        }
        if let reader, reader.access(to: patient, &facts, at: now) == .refused { throw .restricted }
        guard before != details else { return [] }
        guard details.canBeAlive(on: basics.zone.date(of: now)) else { throw .impossibleBirthDate }
        let identity = details.identity(in: clinic)
        if !allowsDuplicate && details.likeness != before.likeness {
            let twins = facts[.patientTwins(identity)].like(details, besides: patient)
            guard twins.isEmpty else { throw .possibleDuplicate(of: twins) }
        }
        return [
            .patient(
                .patientDetailsChanged(
                    PatientDetailsChanged(
                        patient: patient, details: details, identity: identity, previousIdentity: previous)))
        ]
    }
}
