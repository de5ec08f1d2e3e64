import EventSourcing
import Identifiers

/// A new event and its tags, which are computed once because they are read often.
struct ProposedEvent<Event: DomainEvent> {
    /// The new event; once it is sealed, without the values that no reader will open.
    private(set) var event: Event
    /// The new event's tags, each once.
    let tags: [Tag]
    /// The new event's tags, and for each tag that names a day the tag of all days that covers it.
    let noticed: [Tag]
    /// The new event's type, version and bytes, as they will be stored. They are empty until the event has been sealed.
    private(set) var stored = StoredPayload()

    init(_ event: Event) {
        self.event = event
        var tags: [Tag] = []
        for tag in event.tags where !tags.contains(tag) { tags.append(tag) }
        self.tags = tags
        noticed = tags.noticed
    }

    mutating func seal(in clinic: UUIDBytes, _ keys: PersonalKeys) throws(EventSealer.Obstacle) {
        let payload = event.payload
        let type = type(of: payload).stored
        let sealed = try EventSealer.bytes(of: payload, in: clinic, keys)
        let shown = try EventSealer.readBack(
            sealed.bytes, as: payload, of: Event.types, in: clinic, keys, isUnderSeal: sealed.isUnderSeal)
        if let shown { event = shown }
        stored = StoredPayload(
            type: type.name, version: Int32(truncatingIfNeeded: type.version), data: sealed.bytes, keys: sealed.keys)
    }
}

struct StoredPayload {
    var type = ""
    var version: Int32 = 0
    var data: [UInt8] = []
    /// The person keys that sealed the event's personal values.
    var keys: Set<SealingKey> = []
}
