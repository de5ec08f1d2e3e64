public import EventSourcing
public import JSON

public struct SchedulingRulesSet: EventPayload, Hashable {
    public let rules: SchedulingRules

    public static let stored = StoredType("scheduling-rules-set")
    public static let codec = object(SchedulingRulesSet.init(rules:), field("rules", \.rules, SchedulingRules.codec))
    public var tags: [Tag] { [.settings] }
}
