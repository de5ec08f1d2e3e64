public import EventSourcing
public import Identifiers
public import JSON

/// The recall rule of a service was set: patients who had the service should come again after the interval.
public struct RecallRuleSet: EventPayload, Hashable {
    public let service: ID<Service>
    public let interval: RecallInterval

    public static let stored = StoredType("recall-rule-set")
    public static let codec = object(
        RecallRuleSet.init(service:interval:), field("service_id", \.service, .id()),
        field("interval", \.interval, RecallInterval.codec))
    public var tags: [Tag] { [.settings, .service(service)] }
}
