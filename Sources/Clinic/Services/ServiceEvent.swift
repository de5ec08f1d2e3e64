public import EventSourcing
public import Identifiers
public import JSON

public enum ServiceEvent: FeatureEvent {
    case serviceCreated(ServiceCreated)
    case serviceChanged(ServiceChanged)
    case serviceRetired(ServiceRetired)

    public var payload: any EventPayload {
        switch self {
        case .serviceCreated(let payload): payload
        case .serviceChanged(let payload): payload
        case .serviceRetired(let payload): payload
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(ServiceCreated.self) { .service(.serviceCreated($0)) }
            .with(ServiceChanged.self) { .service(.serviceChanged($0)) }
            .with(ServiceRetired.self) { .service(.serviceRetired($0)) }
    }

    var service: ID<Service> {
        switch self {
        case .serviceCreated(let payload): payload.service
        case .serviceChanged(let payload): payload.service
        case .serviceRetired(let payload): payload.service
        }
    }
}

public struct ServiceCreated: EventPayload, Hashable {
    public let service: ID<Service>
    public let details: ServiceDetails

    public static let stored = StoredType("service-created")
    public static let codec = object(
        ServiceCreated.init, field("service_id", \.service, .id()), field("details", \.details, ServiceDetails.codec))
    public var tags: [Tag] { [.settings, .service(service)] }
}

/// A service got new terms. Appointments and invoices made before keep theirs.
public struct ServiceChanged: EventPayload, Hashable {
    public let service: ID<Service>
    public let details: ServiceDetails

    public static let stored = StoredType("service-changed")
    public static let codec = object(
        ServiceChanged.init, field("service_id", \.service, .id()), field("details", \.details, ServiceDetails.codec))
    public var tags: [Tag] { [.settings, .service(service)] }
}

public struct ServiceRetired: EventPayload, Hashable {
    public let service: ID<Service>

    public static let stored = StoredType("service-retired")
    public static let codec = object(ServiceRetired.init, field("service_id", \.service, .id()))
    public var tags: [Tag] { [.settings, .service(service)] }
}
