public import EventSourcing
public import Identifiers

/// An allergy of a patient, for decisions.
public struct Allergy: Hashable, Sendable {
    public let id: ID<Allergy>
    public fileprivate(set) var facts: AllergyFacts
    public fileprivate(set) var status: ChartEntryStatus
}

/// The allergies of one record of a patient, for decisions. A record has at most `RecordChartEntry.limit` allergies.
public struct PatientAllergies: EventSourced, Hashable {
    /// All allergies, in the order of their first recording.
    public private(set) var all: [Allergy] = []

    public static let initial = PatientAllergies()

    /// The allergies that are neither resolved nor entered in error.
    public var current: [Allergy] { all.filter { $0.status == .current } }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .chart(let event) = recorded.event, event.entry.kind == .allergy else { return }
        let index = all.firstIndex { $0.id.uuid == event.entry.uuid }
        switch event {
        case .allergyRecorded(let event):
            if let index {
                all[index].facts = event.facts
            } else {
                all.append(Allergy(id: event.allergy, facts: event.facts, status: .current))
            }
        case .ended(let event): if let index { all[index].status = event.end.status }
        case .conditionRecorded, .medicationRecorded: break
        }
    }
}

extension Subject<PatientAllergies> {
    public static func allergies(of patient: ID<Patient>) -> Subject<PatientAllergies> { Subject(.chart(of: patient)) }
}

extension DecisionModel<ClinicEvent> {
    /// The current allergies of a person: those of the patient's record, and those of records that are merged with it.
    public mutating func currentAllergies(ofPersonWith patient: ID<Patient>) -> [Allergy] {
        records(ofPersonWith: patient).flatMap { self[.allergies(of: $0)].current }
    }
}
