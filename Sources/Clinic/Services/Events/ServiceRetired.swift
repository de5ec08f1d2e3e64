public import EventSourcing
public import Identifiers
public import JSON

public struct ServiceRetired: EventPayload, Hashable {
    public let service: ID<Service>

    public static let stored = StoredType("service-retired")
    public static let codec = object(ServiceRetired.init(service:), field("service_id", \.service, .id()))
    public var tags: [Tag] { [.settings, .service(service)] }
}
