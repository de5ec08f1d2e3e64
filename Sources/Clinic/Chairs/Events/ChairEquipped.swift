public import EventSourcing
public import Identifiers
public import JSON

/// A chair's equipment was set. The payload has all of it.
public struct ChairEquipped: EventPayload, Hashable {
    public let chair: ID<Chair>
    public let equipment: [String]

    public static let stored = StoredType("chair-equipped")
    public static let codec = object(
        ChairEquipped.init(chair:equipment:), field("chair_id", \.chair, .id()),
        field("equipment", \.equipment, .array(.name(max: 50), 0...20)))
    public var tags: [Tag] { [.settings, .chair(chair)] }
}
