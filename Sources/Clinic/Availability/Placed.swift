import Identifiers

/// The time that a placement found.
struct Placed: Sendable {
    let place: Place
    let terms: VisitTerms
    /// The rules that the place breaks, with permission.
    var broken: Set<BookingRule> = []
    /// The appointments at the same time with the same doctor or in the same chair.
    var overlaps: [ID<Appointment>] = []

    /// The broken rules as an event records them; `nil` if none was broken.
    ///
    /// - Parameter more: rules that were broken besides those of the place.
    func override(_ wish: OverrideWish?, and more: Set<BookingRule> = []) -> BookingOverride? {
        let rules = broken.union(more)
        guard let wish, !rules.isEmpty else { return nil }
        return BookingOverride(
            reason: wish.reason, rules: BookingRule.allCases.filter(rules.contains), overlaps: overlaps)
    }
}
