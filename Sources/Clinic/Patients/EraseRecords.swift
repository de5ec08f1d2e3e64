public import EventSourcing
public import Identifiers

/// What was written about a patient's treatment, or about their money, is forgotten when the law wants it no longer.
public struct EraseRecords: Decision {
    public let patient: ID<Patient>
    public let records: PatientRecordsErased.Records

    /// From the last of it: treatment records (BGB §630f (3)) and books (AO §147 (3)) are kept for ten years, and books until
    /// the year's end.
    static let yearsKept = 10
    package static let daysKept = Int64(yearsKept + 1) * 366

    public init(_ patient: ID<Patient>, _ records: PatientRecordsErased.Records) {
        self.patient = patient
        self.records = records
    }

    public func decide(_ facts: inout Facts<ClinicEvent>, at now: Instant) throws(PatientRejection) -> [ClinicEvent] {
        let known = facts[.patient(patient)]
        let kept =
            switch records {
            case .clinical: [facts[.visits(of: patient)], facts[.emergencies(of: patient)]]
            case .financial: [facts[.books(of: patient)]]
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
