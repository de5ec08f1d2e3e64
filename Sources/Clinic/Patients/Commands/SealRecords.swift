public import EventSourcing
public import Identifiers

/// The command that seals the clinical and financial texts of a patient whom an earlier release erased. That release
/// left these texts in documents. `ErasePatient` seals them itself.
public struct SealRecords: Decision {
    public let patient: ID<Patient>

    public init(of patient: ID<Patient>) { self.patient = patient }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let known = model[.patient(patient)]
        guard known.isErased else { return [] }
        return SealRecords.sealed(of: patient, known, &model)
    }

    /// The events that seal those texts of an erased patient that are neither sealed nor erased.
    static func sealed(
        of patient: ID<Patient>, _ known: Patient, _ model: inout DecisionModel<ClinicEvent>
    ) -> [ClinicEvent] {
        PatientRecordsErased.Records.allCases.compactMap { records in
            let texts = PatientRecordsErased(patient, records, in: model.texts(records, of: patient))
            guard !known.sealedRecords.contains(records), !known.erasedRecords.contains(records) else { return nil }
            return .patient(.patientRecordsSealed(PatientRecordsSealed(texts: texts)))
        }
    }
}
