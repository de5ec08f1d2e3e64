public import Identifiers

/// What an event is about, and so what a decision may depend on: an appointment, or one doctor's Monday.
///
/// Tags are the log's one consistency boundary. An event carries every tag under which somebody must notice it. They
/// are as small as they can be, because a booking stores four of them and is decided on a dozen: the id of what the
/// event is about, and in which respect.
public struct Tag: Hashable, Sendable, CustomStringConvertible {
    /// All zero for the one thing of its kind in a clinic, such as its settings.
    public let subject: UUIDBytes
    /// The kind's code in the highest byte; in the three others the day, in days since 1970-01-01, or 0 where the tag is
    /// about no day. One about a longer time has its first day.
    public let aspect: Int32

    /// A tag as it stands in the log.
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

    /// The one thing of its kind in a clinic, on a date.
    public init(_ kind: TagKind, on date: CivilDate) {
        self.init(subject: UUIDBytes(high: 0, low: 0), aspect: Int32(kind.code) << 24 | Tag.day(date))
    }

    private static func day(_ date: CivilDate) -> Int32 { Int32(truncatingIfNeeded: date.daysSince1970) & 0xff_ffff }

    /// What somebody reads who looks at all days: every event under a tag of the kind that is about some day is noticed
    /// there. It stands in no event, and is stored nowhere.
    public init<Entity>(_ kind: TagKind, allDaysOf id: ID<Entity>) {
        self.init(subject: id.uuid, aspect: Int32(kind.code) << 24 | Self.allDays)
    }

    /// A day that never comes.
    private static let allDays: Int32 = 0xff_ffff

    public var isOfAllDays: Bool { aspect & Self.allDays == Self.allDays }

    /// The aspects of the days that a tag of all days is about.
    public var aspectsOfDays: ClosedRange<Int32> { (aspect & ~Self.allDays) + 1...aspect - 1 }

    /// The same for all days; `nil` for a tag that is about no day.
    fileprivate var ofAllDays: Tag? {
        aspect & Self.allDays == 0 ? nil : Tag(subject: subject, aspect: aspect | Self.allDays)
    }

    /// `9/20780 of 018f…`
    public var description: String { "\(aspect >> 24)/\(aspect & 0xff_ffff) of \(subject)" }
}

extension [Tag] {
    /// All the tags under which an event with these tags is noticed.
    public var noticed: [Tag] {
        var all = self
        for tag in self {
            if let whole = tag.ofAllDays, !all.contains(whole) { all.append(whole) }
        }
        return all
    }
}

/// In which respect an event is about something. A code that was stored once is never given to another kind.
public struct TagKind: Hashable, Sendable {
    /// 1 to 127.
    public let code: Int8

    public init(_ code: Int8) { self.code = code }
}
