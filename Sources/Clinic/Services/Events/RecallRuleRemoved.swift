public import EventSourcing
public import Identifiers
public import JSON

/// The recall rule of a service was removed: patients are not recalled for the service any more.
public struct RecallRuleRemoved: EventPayload, Hashable {
    public let service: ID<Service>

    public static let stored = StoredType("recall-rule-removed")
    public static let codec = object(RecallRuleRemoved.init(service:), field("service_id", \.service, .id()))
    public var tags: [Tag] { [.settings, .service(service)] }
}
