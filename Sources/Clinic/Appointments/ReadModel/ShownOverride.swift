public import EventSourcing
public import Identifiers
public import JSON

/// An appointment's override, as the staff sees it.
public struct ShownOverride: Hashable, Sendable {
    /// The reason why staff broke rules of booking for the appointment; `nil` once the reason was erased.
    public internal(set) var reason: Personal<String>?
    public let rules: [BookingRule]
    public let overlaps: [ID<Appointment>]
    public let at: Instant

    init(_ override: BookingOverride, at: Instant) {
        self.init(reason: override.reason.unlessErased, rules: override.rules, overlaps: override.overlaps, at: at)
    }

    private init(reason: Personal<String>?, rules: [BookingRule], overlaps: [ID<Appointment>], at: Instant) {
        self.reason = reason
        self.rules = rules
        self.overlaps = overlaps
        self.at = at
    }

    public static let codec = object(
        ShownOverride.init(reason:rules:overlaps:at:),
        optionalField(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why; absent once it was erased.")),
        field(
            "rules", \.rules, .array(BookingRule.codec, 1...BookingRule.allCases.count).described("The broken rules.")),
        field(
            "overlaps", \.overlaps,
            .array(.id(), 0...100).described(
                "The appointments at the same time with the same doctor or in the same chair.")),
        field("at", \.at, .instant.described("When the rules were broken, in UTC."))
    ).described("The rules of booking that an appointment breaks.").named("AppointmentOverride")
}
