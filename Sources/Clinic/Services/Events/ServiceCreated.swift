public import EventSourcing
public import Identifiers
public import JSON

public struct ServiceCreated: EventPayload, Hashable {
    public let service: ID<Service>
    public let details: ServiceDetails

    public static let stored = StoredType("service-created")
    public static let codec = object(
        ServiceCreated.init(service:details:), field("service_id", \.service, .id()),
        field("details", \.details, ServiceDetails.codec))
    public var tags: [Tag] { [.settings, .service(service)] }
}
