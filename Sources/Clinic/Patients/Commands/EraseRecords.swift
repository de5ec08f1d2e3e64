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
        let kept = self.kept(of: patient, &model)
        let own = latestTimes(of: patient, kept, &model)
        let others = model.records(ofPersonWith: patient).dropFirst().flatMap { other in
            latestTimes(of: other, self.kept(of: other, &model), &model)
        }
        guard known.version > 0 else { throw .noSuchPatient }
        guard !known.erasedRecords.contains(records) else { return [] }
        guard !own.isEmpty, let latest = (own + others).max() else { return [] }
        let until = latest.adding(days: EraseRecords.daysKept)
        guard now >= until else { throw .recordsMustBeKept(until: until) }
        func all<Entity>(_ list: KeyPath<PatientRecords, [ID<Entity>]>) -> [ID<Entity>] {
            kept.flatMap { $0[keyPath: list] }
        }
        let erased = PatientRecordsErased(
            patient: patient, records: records, appointments: all(\.appointments), invoices: all(\.invoices),
            payments: all(\.payments), emergencies: all(\.emergencies), creditNotes: all(\.creditNotes),
            drafts: all(\.drafts), coverages: all(\.coverages), claims: all(\.claims), files: all(\.files),
            plans: all(\.plans), examinations: all(\.examinations), allergies: all(\.allergies),
            conditions: all(\.conditions), medications: all(\.medications), notes: all(\.notes),
            prescriptions: all(\.prescriptions), historyForms: all(\.historyForms), consents: all(\.consents))
        return [.patient(.patientRecordsErased(erased))]
    }

    /// The times of the latest events about the texts and measurements of a patient's record.
    private func latestTimes(
        of record: ID<Patient>, _ kept: [PatientRecords], _ model: inout DecisionModel<ClinicEvent>
    ) -> [Instant] {
        kept.compactMap(\.latest)
            + (records == .clinical ? model[.latestVitals(of: record)].time.map { [$0] } ?? [] : [])
    }

    private func kept(of record: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>) -> [PatientRecords] {
        switch records {
        case .clinical:
            [
                model[.visits(of: record)], model[.emergencies(of: record)], model[.storedFiles(of: record)],
                model[.plans(of: record)], model[.charts(of: record)], model[.perioRecords(of: record)],
                model[.chartEntries(of: record)], model[.writtenNotes(of: record)],
                model[.prescribed(to: record)], model[.filledForms(of: record)],
                model[.givenConsents(of: record)],
            ]
        case .financial: [model[.books(of: record)]]
        }
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
