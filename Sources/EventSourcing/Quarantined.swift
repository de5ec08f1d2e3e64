import Identifiers
public import JSON

/// The event by which an operator declares that an earlier event cannot be read and is skipped. The earlier event is
/// not changed; every fold of the feed leaves it out.
///
/// The quarantining event has the tags of the quarantined one, so that every state that depends on the earlier event is
/// folded again.
public struct Quarantined: EventPayload, Hashable {
    public static let stored = StoredType("quarantined")
    public static let codec = object(
        Quarantined.init(position:type:reason:eventTags:), field("position", \.position, .int64(1 ... .max)),
        field("type", \.type, .string(max: 200)), field("reason", \.reason, .text(min: 1, max: 500)),
        field("tags", \.eventTags, .array(Tag.codec, 0...1000)))

    /// The position of the quarantined event in the same feed.
    public let position: Int64
    /// The type under which the quarantined event is stored.
    public let type: String
    /// The operator's reason for quarantining the event.
    public let reason: String
    /// The tags of the quarantined event.
    public let eventTags: [Tag]

    public init(position: Int64, type: String, reason: String, eventTags: [Tag]) {
        self.position = position
        self.type = type
        self.reason = reason
        self.eventTags = eventTags
    }

    public var tags: [Tag] { eventTags.contains(.quarantine) ? eventTags : eventTags + [.quarantine] }
}

extension Tag {
    /// The tag of all quarantining events of a clinic.
    public static let quarantine = Tag(TagKind(127))

    fileprivate static let codec = object(
        Tag.init(subject:aspect:), field("subject", \.subject, .uuid),
        field("aspect", \.aspect, Codec<Int>.int(Int(Int32.min)...Int(Int32.max)).map({ Int32($0) }, { Int($0) })))
}
