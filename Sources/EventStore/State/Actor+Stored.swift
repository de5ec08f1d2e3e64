import EventSourcing
import JSON

extension Actor {
    static let storedCodec: Codec<Actor> = object(
        Actor.init(account:role:), optionalField("account", \.account, .uuid), field("role", \.role, .string(max: 100)))

    /// The actor as it is stored in an event's metadata.
    var storedBytes: [UInt8] { Actor.storedCodec.bytes(self) }
}
