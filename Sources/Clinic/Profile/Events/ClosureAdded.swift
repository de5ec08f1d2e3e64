public import EventSourcing
public import JSON

public struct ClosureAdded: EventPayload, Hashable {
    public let closure: Closure

    public static let stored = StoredType("closure-added")
    public static let codec = object(ClosureAdded.init(closure:), field("closure", \.closure, Closure.codec))
    public var tags: [Tag] { [.settings] }
}
