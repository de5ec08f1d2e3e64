import Identifiers

/// Doctor, chair, time and terms that a `Placement` found for an appointment.
struct Placed: Sendable {
    let place: Place
    let terms: VisitTerms
    /// The rules of booking that the place breaks, and that the caller may break.
    var broken: Set<BookingRule> = []
    /// The other appointments at the time of the found place, with the same doctor or in the same chair.
    var overlaps: [ID<Appointment>] = []

    /// The override as an event records it: the broken rules of booking, with the reason of the wish to break them;
    /// `nil` without a wish or a broken rule.
    ///
    /// - Parameter more: the rules that the request breaks besides those that the place breaks.
    func override(_ wish: OverrideWish?, and more: Set<BookingRule> = []) -> BookingOverride? {
        let rules = broken.union(more)
        guard let wish, !rules.isEmpty else { return nil }
        return BookingOverride(
            reason: wish.reason, rules: BookingRule.allCases.filter(rules.contains), overlaps: overlaps)
    }
}
