public import Identifiers

/// A key by which decisions query events: an appointment, for example, or one doctor's Monday.
///
/// Tags are the log's dynamic consistency boundary. An event carries every tag that a decision may query it by. A tag
/// consists of the id of an entity and an aspect. It is small, since a booking stores four tags and reads a dozen.
public struct Tag: Hashable, Sendable, CustomStringConvertible {
    /// The id of the entity that the tag is about; all zero if a clinic has only one such entity, for example its
    /// settings.
    public let subject: UUIDBytes
    /// The aspect of the tag. The kind's code is in the highest byte. The three other bytes are the day, in days since
    /// 1970-01-01, or 0 if the tag is not about a day. A tag about a longer period has the period's first day.
    public let aspect: Int32

    /// A tag as it is stored in the log.
    public init(subject: UUIDBytes, aspect: Int32) {
        self.subject = subject
        self.aspect = aspect
    }

    public init(_ kind: TagKind, subject: UUIDBytes = UUIDBytes(high: 0, low: 0)) {
        self.init(subject: subject, aspect: Int32(kind.code) << 24)
    }

    public init<Entity>(_ kind: TagKind, _ id: ID<Entity>) { self.init(kind, subject: id.uuid) }

    public init<Entity>(_ kind: TagKind, _ id: ID<Entity>, on date: CivilDate) {
        self.init(subject: id.uuid, aspect: Int32(kind.code) << 24 | Tag.day(date))
    }

    /// The tag of something that belongs to the clinic as a whole and to a date. `kind` says which aspect it is.
    public init(_ kind: TagKind, on date: CivilDate) {
        self.init(subject: UUIDBytes(high: 0, low: 0), aspect: Int32(kind.code) << 24 | Tag.day(date))
    }

    private static func day(_ date: CivilDate) -> Int32 { Int32(truncatingIfNeeded: date.daysSince1970) & 0xff_ffff }

    /// The tag of all days of one entity. It covers every tag of this kind of the entity, for any day. Events do not
    /// have this tag, and it is never stored.
    public init<Entity>(_ kind: TagKind, allDaysOf id: ID<Entity>) {
        self.init(subject: id.uuid, aspect: Int32(kind.code) << 24 | Self.allDays)
    }

    /// The day number in the aspect of a tag of all days. No date has this number.
    private static let allDays: Int32 = 0xff_ffff

    public var isOfAllDays: Bool { aspect & Self.allDays == Self.allDays }

    /// The aspects of the tags that a tag of all days covers, one for each day.
    public var aspectsOfDays: ClosedRange<Int32> { (aspect & ~Self.allDays) + 1...aspect - 1 }

    /// The tag of all days that covers this tag; `nil` if this tag is not about a day.
    fileprivate var ofAllDays: Tag? {
        aspect & Self.allDays == 0 ? nil : Tag(subject: subject, aspect: aspect | Self.allDays)
    }

    /// The tag as text: the kind's code, the day, and the entity's id, such as `9/20780 of 018f…`.
    public var description: String { "\(aspect >> 24)/\(aspect & 0xff_ffff) of \(subject)" }
}

extension [Tag] {
    /// The tags of this list and, for each tag that is about a day, the tag of all days that covers it.
    public var noticed: [Tag] {
        var all = self
        for tag in self {
            if let whole = tag.ofAllDays, !all.contains(whole) { all.append(whole) }
        }
        return all
    }
}

/// The kind of a tag: which aspect of an entity it is about. A stored code is never reused for another kind.
public struct TagKind: Hashable, Sendable {
    /// The stored code of the tag kind, 1 to 127.
    public let code: Int8

    public init(_ code: Int8) { self.code = code }
}
