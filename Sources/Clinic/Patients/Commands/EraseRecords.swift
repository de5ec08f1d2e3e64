public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that erases the texts about a patient's treatment or money after the law no longer requires the clinic
/// to keep them.
public struct EraseRecords: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// The law requires the clinic to keep the patient's records until the given time.
        case recordsMustBeKept(until: Instant)

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .recordsMustBeKept(let until): Problem(.recordsMustBeKept).with("until", until, .instant)
            }
        }
    }

    public let patient: ID<Patient>
    public let records: PatientRecordsErased.Records

    /// The number of years after the latest record for which the law asks to keep records. Treatment records (BGB §630f
    /// (3)) and books (AO §147 (3)) are kept for ten years, and books also until the end of the last of these years. To
    /// cover both, `daysKept` is eleven years of 366 days.
    static let yearsKept = 10
    package static let daysKept = Int64(yearsKept + 1) * 366

    public init(_ patient: ID<Patient>, _ records: PatientRecordsErased.Records) {
        self.patient = patient
        self.records = records
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.patient(patient)]
        let kept = model.texts(records, of: patient)
        let own = latestTimes(of: patient, kept, &model)
        let others = model.records(ofPersonWith: patient).dropFirst().flatMap { other in
            latestTimes(of: other, model.texts(records, of: other), &model)
        }
        guard known.version > 0 else { throw .noSuchPatient }
        guard !known.erasedRecords.contains(records) else { return [] }
        guard !own.isEmpty, let latest = (own + others).max() else { return [] }
        let until = latest.adding(days: EraseRecords.daysKept)
        guard now >= until else { throw .recordsMustBeKept(until: until) }
        return [.patient(.patientRecordsErased(PatientRecordsErased(patient, records, in: kept)))]
    }

    /// The times of the latest events about the texts and measurements of a patient's record.
    private func latestTimes(
        of record: ID<Patient>, _ kept: [PatientRecords], _ model: inout DecisionModel<ClinicEvent>
    ) -> [Instant] {
        kept.compactMap(\.latest)
            + (records == .clinical ? model[.latestVitals(of: record)].time.map { [$0] } ?? [] : [])
    }
}

extension DecisionModel<ClinicEvent> {
    /// The ids of a patient's clinical or financial records that may contain texts.
    mutating func texts(_ records: PatientRecordsErased.Records, of record: ID<Patient>) -> [PatientRecords] {
        switch records {
        case .clinical:
            [
                self[.visits(of: record)], self[.emergencies(of: record)], self[.storedFiles(of: record)],
                self[.plans(of: record)], self[.charts(of: record)], self[.perioRecords(of: record)],
                self[.chartEntries(of: record)], self[.writtenNotes(of: record)],
                self[.prescribed(to: record)], self[.filledForms(of: record)],
                self[.givenConsents(of: record)],
            ]
        case .financial: [self[.books(of: record)]]
        }
    }
}

extension PatientRecordsErased {
    /// Creates the list of all documents of a patient that may contain clinical or financial texts.
    init(_ patient: ID<Patient>, _ records: Records, in kept: [PatientRecords]) {
        func all<Entity>(_ list: KeyPath<PatientRecords, [ID<Entity>]>) -> [ID<Entity>] {
            kept.flatMap { $0[keyPath: list] }
        }
        self.init(
            patient: patient, records: records, appointments: all(\.appointments), invoices: all(\.invoices),
            payments: all(\.payments), emergencies: all(\.emergencies), creditNotes: all(\.creditNotes),
            drafts: all(\.drafts), coverages: all(\.coverages), claims: all(\.claims), files: all(\.files),
            plans: all(\.plans), examinations: all(\.examinations), allergies: all(\.allergies),
            conditions: all(\.conditions), medications: all(\.medications), notes: all(\.notes),
            prescriptions: all(\.prescriptions), historyForms: all(\.historyForms), consents: all(\.consents))
    }
}

extension Problem.Kind {
    public static let recordsMustBeKept = Problem.Kind(
        "records-must-be-kept", 409, "The law requires that these records are kept",
        means: "The legal time for keeping the records is not over; it ends at `until`.",
        remedy: "Repeat the request after that time.",
        members: [
            .member(
                "until", Codec<Instant>.instant.described("Until when they must be kept, in UTC."), example: .example)
        ])
}
