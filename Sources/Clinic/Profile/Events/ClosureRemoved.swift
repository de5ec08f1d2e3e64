public import EventSourcing
public import Identifiers
public import JSON

public struct ClosureRemoved: EventPayload, Hashable {
    public let closure: ID<Closure>

    public static let stored = StoredType("closure-removed")
    public static let codec = object(ClosureRemoved.init(closure:), field("closure_id", \.closure, .id()))
    public var tags: [Tag] { [.settings] }
}
