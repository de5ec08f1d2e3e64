public import EventSourcing
public import Identifiers
public import JSON

/// An absence of a member of staff, from `start` (included) to `end` (excluded).
public struct TimeOff: Hashable, Sendable {
    public let id: ID<TimeOff>
    public let start: LocalDateTime
    public let end: LocalDateTime
    public let reason: Personal<String>?

    /// Makes an absence; `nil` if it does not start before it ends.
    public init?(id: ID<TimeOff>, start: LocalDateTime, end: LocalDateTime, reason: Personal<String>?) {
        guard start < end else { return nil }
        self.init(id, start, end, reason)
    }

    private init(_ id: ID<TimeOff>, _ start: LocalDateTime, _ end: LocalDateTime, _ reason: Personal<String>?) {
        self.id = id
        self.start = start
        self.end = end
        self.reason = reason
    }

    /// A copy of the absence of a member of staff, without its reason if the reason was erased.
    var unlessErased: TimeOff { reason == .erased ? unexplained : self }

    var unexplained: TimeOff { TimeOff(id, start, end, nil) }
}

extension TimeOff {
    public static let codec = object(
        TimeOff.checked(id:start:end:reason:),
        field("id", \.id, .id()),
        field("start", \.start, .localDateTime),
        field("end", \.end, .localDateTime),
        optionalField("reason", \.reason, .personal(.contact, .name())))

    static func checked(
        id: ID<TimeOff>, start: LocalDateTime, end: LocalDateTime, reason: Personal<String>?
    ) throws(CheckFailure) -> TimeOff {
        guard let timeOff = TimeOff(id: id, start: start, end: end, reason: reason) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return timeOff
    }
}
