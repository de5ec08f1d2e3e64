public import EventSourcing
import Identifiers

public enum ChairEvent: FeatureEvent {
    case chairAdded(ChairAdded)
    case chairRenamed(ChairRenamed)
    case chairRetired(ChairRetired)
    case chairEquipped(ChairEquipped)

    public var payload: any EventPayload {
        switch self {
        case .chairAdded(let payload): payload
        case .chairRenamed(let payload): payload
        case .chairRetired(let payload): payload
        case .chairEquipped(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ChairAdded.self) { .chair(.chairAdded($0)) }
            .with(ChairRenamed.self) { .chair(.chairRenamed($0)) }
            .with(ChairRetired.self) { .chair(.chairRetired($0)) }
            .with(ChairEquipped.self) { .chair(.chairEquipped($0)) }
    }

    var chair: ID<Chair> {
        switch self {
        case .chairAdded(let payload): payload.chair
        case .chairRenamed(let payload): payload.chair
        case .chairRetired(let payload): payload.chair
        case .chairEquipped(let payload): payload.chair
        }
    }
}
