public import EventSourcing
public import Identifiers
public import JSON

public struct ChairRenamed: EventPayload, Hashable {
    public let chair: ID<Chair>
    public let name: String

    public static let stored = StoredType("chair-renamed")
    public static let codec = object(
        ChairRenamed.init(chair:name:), field("chair_id", \.chair, .id()), field("name", \.name, .name()))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}
