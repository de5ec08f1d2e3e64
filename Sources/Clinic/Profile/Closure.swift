public import EventSourcing
public import Identifiers
public import JSON

/// Days on which the clinic does not open, for example because of a holiday or a renovation.
public struct Closure: Hashable, Sendable {
    public let id: ID<Closure>
    public let days: DateRange
    public let reason: String

    public init(id: ID<Closure>, days: DateRange, reason: String) {
        self.id = id
        self.days = days
        self.reason = reason
    }
}

/// A range of consecutive days that includes its first and last day.
public struct DateRange: Hashable, Sendable {
    public let first: CivilDate
    public let last: CivilDate

    /// Makes a range of dates; `nil` if the last day comes before the first.
    public init?(_ first: CivilDate, _ last: CivilDate) {
        guard first <= last else { return nil }
        self.first = first
        self.last = last
    }

    public func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }
    public func overlaps(_ other: DateRange) -> Bool { first <= other.last && other.first <= last }
}

extension Closure {
    public static let codec = object(
        Closure.checked(id:first:last:reason:),
        field("id", \.id, .id()),
        field("first_day", \.days.first, .date),
        field("last_day", \.days.last, .date),
        field("reason", \.reason, .name()))

    private static func checked(
        id: ID<Closure>, first: CivilDate, last: CivilDate, reason: String
    ) throws(CheckFailure) -> Closure {
        Closure(id: id, days: try DateRange.checked(first, last), reason: reason)
    }
}
