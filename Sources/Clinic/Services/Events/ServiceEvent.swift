public import EventSourcing
import Identifiers

public enum ServiceEvent: FeatureEvent {
    case serviceCreated(ServiceCreated)
    case serviceChanged(ServiceChanged)
    case serviceRetired(ServiceRetired)
    case recallRuleSet(RecallRuleSet)
    case recallRuleRemoved(RecallRuleRemoved)

    public var payload: any EventPayload {
        switch self {
        case .serviceCreated(let payload): payload
        case .serviceChanged(let payload): payload
        case .serviceRetired(let payload): payload
        case .recallRuleSet(let payload): payload
        case .recallRuleRemoved(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ServiceCreated.self) { .service(.serviceCreated($0)) }
            .with(ServiceChanged.self) { .service(.serviceChanged($0)) }
            .with(ServiceRetired.self) { .service(.serviceRetired($0)) }
            .with(RecallRuleSet.self) { .service(.recallRuleSet($0)) }
            .with(RecallRuleRemoved.self) { .service(.recallRuleRemoved($0)) }
    }

    var service: ID<Service> {
        switch self {
        case .serviceCreated(let payload): payload.service
        case .serviceChanged(let payload): payload.service
        case .serviceRetired(let payload): payload.service
        case .recallRuleSet(let payload): payload.service
        case .recallRuleRemoved(let payload): payload.service
        }
    }
}
