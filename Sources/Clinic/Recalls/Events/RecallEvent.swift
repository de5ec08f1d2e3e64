public import EventSourcing
import Identifiers

/// The events of recalls: a patient was reminded of a service, or the patient's recalls for it were paused.
public enum RecallEvent: FeatureEvent {
    case reminded(RecallReminded)
    case paused(RecallPaused)

    public var payload: any EventPayload {
        switch self {
        case .reminded(let payload): payload
        case .paused(let payload): payload
        }
    }

    var key: DocumentKey {
        switch self {
        case .reminded(let payload): RecallKey.of(payload.patient, payload.service)
        case .paused(let payload): RecallKey.of(payload.patient, payload.service)
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(RecallReminded.self) { .recall(.reminded($0)) }
            .with(RecallPaused.self) { .recall(.paused($0)) }
    }
}
