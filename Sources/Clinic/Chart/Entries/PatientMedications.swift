public import EventSourcing
public import Identifiers

/// The medications of one record of a patient's chart, for decisions. A record has at most `RecordChartEntry.limit`
/// medications.
public struct PatientMedications: EventSourced {
    private var entries: [(id: ID<Medication>, facts: MedicationFacts, isCurrent: Bool)] = []

    public static let initial = PatientMedications()

    /// The medications that the patient still takes, in the order of their first recording. Erased ones are left out.
    public var current: [KnownMedication] {
        entries.compactMap { entry in
            guard entry.isCurrent, let name = entry.facts.name.value else { return nil }
            return KnownMedication(
                id: entry.id, name: name, atcCode: entry.facts.atcCode?.value, drug: entry.facts.drug?.value)
        }
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .chart(let event) = recorded.event, event.entry.kind == .medication else { return }
        let index = entries.firstIndex { $0.id.uuid == event.entry.uuid }
        switch event {
        case .medicationRecorded(let event):
            if let index {
                entries[index].facts = event.facts
            } else {
                entries.append((event.medication, event.facts, true))
            }
        case .ended: if let index { entries[index].isCurrent = false }
        case .allergyRecorded, .conditionRecorded: break
        }
    }
}

extension Subject<PatientMedications> {
    public static func medications(of patient: ID<Patient>) -> Subject<PatientMedications> {
        Subject(.chart(of: patient))
    }
}
