public import EventSourcing
public import Identifiers

/// Erases the texts about a patient's treatment or money when the law no longer requires them.
public struct EraseRecords: Decision {
    public let patient: ID<Patient>
    public let records: PatientRecordsErased.Records

    /// The number of years for which records are kept, counted from the latest one: treatment records (BGB §630f (3))
    /// and books (AO §147 (3)) for ten years, and books until the end of that year.
    static let yearsKept = 10
    package static let daysKept = Int64(yearsKept + 1) * 366

    public init(_ patient: ID<Patient>, _ records: PatientRecordsErased.Records) {
        self.patient = patient
        self.records = records
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(PatientRejection)
        -> [ClinicEvent]
    {
        let known = model[.patient(patient)]
        let kept =
            switch records {
            case .clinical: [model[.visits(of: patient)], model[.emergencies(of: patient)]]
            case .financial: [model[.books(of: patient)]]
            }
        guard known.version > 0 else { throw .noSuchPatient }
        guard !known.erasedRecords.contains(records) else { return [] }
        guard let latest = kept.compactMap(\.latest).max() else { return [] }
        let until = latest.adding(days: EraseRecords.daysKept)
        guard now >= until else { throw .recordsMustBeKept(until: until) }
        return [
            .patient(
                .patientRecordsErased(
                    PatientRecordsErased(
                        patient: patient, records: records, appointments: kept.flatMap(\.appointments),
                        invoices: kept.flatMap(\.invoices), payments: kept.flatMap(\.payments),
                        emergencies: kept.flatMap(\.emergencies))))
        ]
    }
}
