public import EventSourcing
import Identifiers

/// The events of patients' dental charts.
public enum ToothFindingEvent: FeatureEvent {
    case recorded(ToothFindingRecorded)
    case done(ToothFindingDone)
    case resolved(ToothFindingResolved)
    case enteredInError(ToothFindingEnteredInError)

    public var payload: any EventPayload {
        switch self {
        case .recorded(let payload): payload
        case .done(let payload): payload
        case .resolved(let payload): payload
        case .enteredInError(let payload): payload
        }
    }

    var patient: ID<Patient> {
        switch self {
        case .recorded(let event): event.patient
        case .done(let event): event.patient
        case .resolved(let event): event.patient
        case .enteredInError(let event): event.patient
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ToothFindingRecorded.self) { .finding(.recorded($0)) }
            .with(ToothFindingDone.self) { .finding(.done($0)) }
            .with(ToothFindingResolved.self) { .finding(.resolved($0)) }
            .with(ToothFindingEnteredInError.self) { .finding(.enteredInError($0)) }
    }
}
