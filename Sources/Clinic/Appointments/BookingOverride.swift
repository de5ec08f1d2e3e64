public import EventSourcing
public import Identifiers
public import JSON

/// The rules of booking that permitted staff broke for an appointment, and their reason.
public struct BookingOverride: Hashable, Sendable {
    public let reason: Personal<String>
    /// The broken rules, at least one, in the order of `BookingRule.allCases`.
    public let rules: [BookingRule]
    /// The other appointments that the overridden appointment may overlap: at the same time, with the same doctor or in
    /// the same chair.
    public let overlaps: [ID<Appointment>]

    public init(reason: Personal<String>, rules: [BookingRule], overlaps: [ID<Appointment>]) {
        self.reason = reason
        self.rules = rules
        self.overlaps = overlaps
    }
}

extension BookingOverride {
    public static let codec = object(
        BookingOverride.init(reason:rules:overlaps:),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        field("rules", \.rules, .array(.stringEnum, 1...BookingRule.allCases.count)),
        field("overlaps", \.overlaps, .array(.id(), 0...mostOverlaps), default: []))

    /// The maximum number of appointments that an overridden appointment may overlap.
    static let mostOverlaps = 100
}

/// The wish of a member of staff to break rules of booking.
public struct OverrideWish: Hashable, Sendable {
    public let reason: Personal<String>
    /// The role of the member of staff who wishes to break rules. The clinic's settings say which roles may break rules
    /// of booking.
    public let role: StaffRole

    public init(reason: Personal<String>, role: StaffRole) {
        self.reason = reason
        self.role = role
    }
}

extension SchedulingRules {
    /// The rules of booking that a request may break.
    ///
    /// - Returns: no rules if `wish` is `nil`, or else all rules; `nil` if the clinic does not permit the role to break
    ///   rules.
    func breakable(by wish: OverrideWish?) -> Set<BookingRule>? {
        guard let wish else { return [] }
        return desk.overrideRoles.contains(wish.role) ? Set(BookingRule.allCases) : nil
    }
}
