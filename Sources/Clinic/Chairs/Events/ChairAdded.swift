public import EventSourcing
public import Identifiers
public import JSON

public struct ChairAdded: EventPayload, Hashable {
    public let chair: ID<Chair>
    public let name: String

    public static let stored = StoredType("chair-added")
    public static let codec = object(
        ChairAdded.init(chair:name:), field("chair_id", \.chair, .id()), field("name", \.name, .name()))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}
