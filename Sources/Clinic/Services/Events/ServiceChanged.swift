public import EventSourcing
public import Identifiers
public import JSON

/// A service's details were changed. Existing appointments and invoices keep the old details.
public struct ServiceChanged: EventPayload, Hashable {
    public let service: ID<Service>
    public let details: ServiceDetails

    public static let stored = StoredType("service-changed")
    public static let codec = object(
        ServiceChanged.init(service:details:), field("service_id", \.service, .id()),
        field("details", \.details, ServiceDetails.codec))
    public var tags: [Tag] { [.settings, .service(service)] }
}
