public import EventSourcing
public import Identifiers
public import JSON

public struct ChairRetired: EventPayload, Hashable {
    public let chair: ID<Chair>

    public static let stored = StoredType("chair-retired")
    public static let codec = object(ChairRetired.init(chair:), field("chair_id", \.chair, .id()))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}
