public import EventSourcing
public import JSON

/// A time in a clinic's history: an instant, or a position in its feed.
public enum PastTime: Hashable, Sendable {
    /// The point in the clinic's history after all events that were recorded at or before the given instant.
    case instant(Instant)
    /// The point in the clinic's history directly after the event at the given position.
    case position(Int64)

    init?(_ text: String) {
        if text.utf8.allSatisfy({ (48...57).contains($0) }) {
            guard let position = Int64(text), position > 0 else { return nil }
            self = .position(position)
        } else {
            guard let instant = Instant(rfc3339: text), AcceptedYears.instants.contains(instant) else { return nil }
            self = .instant(instant)
        }
    }

    var text: String {
        switch self {
        case .instant(let instant): instant.rfc3339
        case .position(let position): "\(position)"
        }
    }

    /// The codec of the query parameter `as_of`.
    public static let codec = Codec<String>.string(min: 1, max: 40)
        .checked(
            code: "bad_format", detail: "must be an RFC 3339 date-time, or a position in the clinic's feed",
            { PastTime($0) }, { $0.text }
        ).described(
            """
            An earlier time, such as `2026-11-23T09:00:00Z`, or a position in the clinic's feed: the answer is as it was then. \
            Personal data that was erased since is not shown. Absent: as it is now.
            """)
}
