public import EventSourcing
public import Identifiers
public import JSON

/// The rules that were broken for an appointment's time, and why.
public struct BookingOverride: Hashable, Sendable {
    public let reason: Personal<String>
    /// In the order of `BookingRule.allCases`; at least one.
    public let rules: [BookingRule]
    /// The appointments at the same time with the same doctor or in the same chair.
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
        field("overlaps", \.overlaps, .array(.id(), 0...100), default: []))
}

/// A person's wish to break rules of booking.
public struct OverrideWish: Hashable, Sendable {
    public let reason: Personal<String>
    /// The role of the person, whom the clinic may have permitted to break rules.
    public let role: StaffRole

    public init(reason: Personal<String>, role: StaffRole) {
        self.reason = reason
        self.role = role
    }
}

extension SchedulingRules {
    /// The rules that a placement may break.
    ///
    /// - Returns: none without a wish, all of them with one; `nil` if the clinic does not permit the role to break rules.
    func breakable(by wish: OverrideWish?) -> Set<BookingRule>? {
        guard let wish else { return [] }
        return desk.overrideRoles.contains(wish.role) ? Set(BookingRule.allCases) : nil
    }
}
