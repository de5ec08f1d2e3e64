import Identifiers
public import JSON

/// Says of an earlier event that it is passed over, because it cannot be read. The earlier event stays where it is, to the byte;
/// whoever folds the feed leaves it out.
///
/// It has the tags of the event that it is about, so that all who depend on that one notice.
public struct Quarantined: EventPayload, Hashable {
    public static let stored = StoredType("quarantined")
    public static let codec = object(
        Quarantined.init, field("position", \.position, .int64(1 ... .max)),
        field("type", \.type, .string(max: 200)), field("reason", \.reason, .text(min: 1, max: 500)),
        field("tags", \.eventTags, .array(Tag.codec, 0...1000)))

    /// Of the event that is passed over, in the same feed.
    public let position: Int64
    /// Under which it is stored.
    public let type: String
    /// Why, in the operator's words.
    public let reason: String
    /// Those of the event that is passed over.
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
    /// Leads to all that is quarantined in a clinic.
    public static let quarantine = Tag(TagKind(127))

    fileprivate static let codec = object(
        Tag.make, field("subject", \.subject, .uuid),
        field("aspect", \.aspect, Codec<Int>.int(Int(Int32.min)...Int(Int32.max)).map({ Int32($0) }, { Int($0) })))

    private static func make(subject: UUIDBytes, aspect: Int32) -> Tag { Tag(subject: subject, aspect: aspect) }
}
