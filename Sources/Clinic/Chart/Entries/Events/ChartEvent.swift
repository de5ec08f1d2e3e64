public import EventSourcing
public import Identifiers

/// The events about the allergies, conditions and medications of patients.
public enum ChartEvent: FeatureEvent {
    case allergyRecorded(AllergyRecorded)
    case conditionRecorded(ConditionRecorded)
    case medicationRecorded(MedicationRecorded)
    case ended(ChartEntryEnded)

    public var payload: any EventPayload {
        switch self {
        case .allergyRecorded(let payload): payload
        case .conditionRecorded(let payload): payload
        case .medicationRecorded(let payload): payload
        case .ended(let payload): payload
        }
    }

    public var entry: ChartEntryID {
        switch self {
        case .allergyRecorded(let event): ChartEntryID(.allergy, event.allergy.uuid)
        case .conditionRecorded(let event): ChartEntryID(.condition, event.condition.uuid)
        case .medicationRecorded(let event): ChartEntryID(.medication, event.medication.uuid)
        case .ended(let event): event.entry
        }
    }

    public var patient: ID<Patient> {
        switch self {
        case .allergyRecorded(let event): event.patient
        case .conditionRecorded(let event): event.patient
        case .medicationRecorded(let event): event.patient
        case .ended(let event): event.patient
        }
    }

    /// Makes the event that records an entry of a patient's chart, or replaces the facts of the entry.
    static func recorded(_ facts: ChartEntry, _ id: UUIDBytes, of patient: ID<Patient>) -> ChartEvent {
        switch facts {
        case .allergy(let facts): .allergyRecorded(AllergyRecorded(allergy: ID(id), patient: patient, facts: facts))
        case .condition(let facts):
            .conditionRecorded(ConditionRecorded(condition: ID(id), patient: patient, facts: facts))
        case .medication(let facts):
            .medicationRecorded(MedicationRecorded(medication: ID(id), patient: patient, facts: facts))
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(AllergyRecorded.self) { .chart(.allergyRecorded($0)) }
            .with(ConditionRecorded.self) { .chart(.conditionRecorded($0)) }
            .with(MedicationRecorded.self) { .chart(.medicationRecorded($0)) }
            .with(ChartEntryEnded.self) { .chart(.ended($0)) }
    }
}
