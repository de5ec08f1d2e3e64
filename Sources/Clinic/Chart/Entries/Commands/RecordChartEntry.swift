public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a new entry of a patient's chart, or replaces the facts of an existing entry.
public struct RecordChartEntry: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownEntry
        /// The entry of the patient's chart was resolved or entered in error, so its facts cannot change.
        case ended(ChartEntryStatus)
        case tooMany
        case tooManyChanges

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownEntry: .notFound
            case .ended(let status): .chartEntryEnded(status)
            case .tooMany:
                Problem(
                    .limitReached,
                    "A patient's chart has at most \(RecordChartEntry.limit) entries of one kind, ended ones included.")
            case .tooManyChanges:
                Problem(.limitReached, "An entry can be changed \(RecordChartEntry.changeLimit) times.")
            }
        }
    }

    /// The maximum number of entries of one kind in a patient's chart, ended ones included. Without a maximum, the
    /// number of events that a decision about a patient's allergies reads would grow without limit.
    public static let limit = 200
    /// The maximum number of times that the facts of one entry are replaced. It limits the events that decisions about
    /// a patient's allergies read.
    public static let changeLimit = 100

    public let id: UUIDBytes
    /// The patient of a new entry; `nil` to replace the facts of an existing entry.
    public let newPatient: ID<Patient>?
    public let facts: ChartEntry

    public init(_ id: UUIDBytes, of newPatient: ID<Patient>?, _ facts: ChartEntry) {
        self.id = id
        self.newPatient = newPatient
        self.facts = facts
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let patient: ID<Patient>
        if let newPatient {
            guard model[.registration(of: newPatient)].isCurrent else { throw .unknownPatient }
            guard model[.chartSize(of: newPatient)].count(of: facts.kind) < Self.limit else { throw .tooMany }
            patient = newPatient
        } else {
            let known = model[.chartEntry(ChartEntryID(facts.kind, id))]
            guard let owner = known.patient, model[.registration(of: owner)].isCurrent else { throw .unknownEntry }
            guard known.status == .current else { throw .ended(known.status) }
            guard known.changes < Self.changeLimit else { throw .tooManyChanges }
            patient = owner
        }
        return [.chart(.recorded(facts, id, of: patient))]
    }
}
