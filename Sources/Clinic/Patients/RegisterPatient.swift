public import EventSourcing
public import Identifiers

/// Registers a patient.
public struct RegisterPatient: Decision {
    public let patient: ID<Patient>
    public let details: PatientDetails
    /// Whether the receptionist has seen the possible duplicate and confirms that it is another person.
    public let allowsDuplicate: Bool

    public init(_ patient: ID<Patient>, _ details: PatientDetails, allowsDuplicate: Bool = false) {
        self.patient = patient
        self.details = details
        self.allowsDuplicate = allowsDuplicate
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(PatientRejection)
        -> [ClinicEvent]
    {
        let basics = model[.basics]
        guard let clinic = basics.clinic else { throw .notFounded }
        guard details.canBeAlive(on: basics.zone.date(of: now)) else { throw .impossibleBirthDate }
        let identity = details.identity(in: clinic)
        let duplicates = model[.possibleDuplicates(identity)]
        guard !duplicates.includes(patient) else { return [] }
        let alike = duplicates.like(details, besides: patient)
        guard alike.isEmpty || allowsDuplicate else { throw .possibleDuplicate(of: alike) }
        return [
            .patient(.patientRegistered(PatientRegistered(patient: patient, details: details, identity: identity)))
        ]
    }
}
