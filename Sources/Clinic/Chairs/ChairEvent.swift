public import EventSourcing
public import Identifiers
public import JSON

public enum ChairEvent: FeatureEvent {
    case chairAdded(ChairAdded)
    case chairRenamed(ChairRenamed)
    case chairRetired(ChairRetired)

    public var payload: any EventPayload {
        switch self {
        case .chairAdded(let payload): payload
        case .chairRenamed(let payload): payload
        case .chairRetired(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ChairAdded.self) { .chair(.chairAdded($0)) }
            .with(ChairRenamed.self) { .chair(.chairRenamed($0)) }
            .with(ChairRetired.self) { .chair(.chairRetired($0)) }
    }

    var chair: ID<Chair> {
        switch self {
        case .chairAdded(let payload): payload.chair
        case .chairRenamed(let payload): payload.chair
        case .chairRetired(let payload): payload.chair
        }
    }
}

public struct ChairAdded: EventPayload, Hashable {
    public let chair: ID<Chair>
    public let name: String

    public static let stored = StoredType("chair-added")
    public static let codec = object(
        ChairAdded.init, field("chair_id", \.chair, .id()), field("name", \.name, .name()))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}

public struct ChairRenamed: EventPayload, Hashable {
    public let chair: ID<Chair>
    public let name: String

    public static let stored = StoredType("chair-renamed")
    public static let codec = object(
        ChairRenamed.init, field("chair_id", \.chair, .id()), field("name", \.name, .name()))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}

public struct ChairRetired: EventPayload, Hashable {
    public let chair: ID<Chair>

    public static let stored = StoredType("chair-retired")
    public static let codec = object(ChairRetired.init, field("chair_id", \.chair, .id()))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}
