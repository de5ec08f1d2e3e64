public import EventSourcing
public import Identifiers

/// Corrects a patient's details, by the staff.
public struct ChangePatientDetails: Decision {
    public let patient: ID<Patient>
    public let details: PatientDetails
    public let allowsDuplicate: Bool
    /// The caller's access to restricted records; `nil` for a caller to whom every record is open.
    public let reader: RecordReader?

    public init(
        _ patient: ID<Patient>, _ details: PatientDetails, allowsDuplicate: Bool = false, by reader: RecordReader? = nil
    ) {
        self.patient = patient
        self.details = details
        self.allowsDuplicate = allowsDuplicate
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(PatientRejection)
        -> [ClinicEvent]
    {
        let basics = model[.basics]
        let known = model[.patient(patient)]
        guard let clinic = basics.clinic else { throw .notFounded }
        guard let before = known.details, let previous = known.identity else {
            throw known.isErased ? .erased : .noSuchPatient
        }
        if let reader, reader.access(to: patient, &model, at: now) == .refused { throw .restricted }
        guard before != details else { return [] }
        guard details.canBeAlive(on: basics.zone.date(of: now)) else { throw .impossibleBirthDate }
        let identity = details.identity(in: clinic)
        if !allowsDuplicate && details.likeness != before.likeness {
            let duplicates = model[.possibleDuplicates(identity)].like(details, besides: patient)
            guard duplicates.isEmpty else { throw .possibleDuplicate(of: duplicates) }
        }
        return [
            .patient(
                .patientDetailsChanged(
                    PatientDetailsChanged(
                        patient: patient, details: details, identity: identity, previousIdentity: previous)))
        ]
    }
}
