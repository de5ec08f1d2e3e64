import EventSourcing

/// The status of an insurance claim.
public enum ClaimStatus: String, CaseIterable, Hashable, Sendable {
    case draft, submitted, accepted
    case partlyAccepted = "partly_accepted"
    case denied, paid, closed

    /// Whether the claim is not settled yet: it may still be submitted, answered or paid.
    var isOpen: Bool {
        switch self {
        case .draft, .submitted, .accepted, .partlyAccepted: true
        case .denied, .paid, .closed: false
        }
    }
}

/// The steps of a claim, from which its status follows. Amounts are in minor units.
struct ClaimCourse: Hashable, Sendable {
    var isSubmitted = false
    var isClosed = false
    /// The amount that the payer agreed to pay; `nil` before the payer has answered.
    var accepted: Int64?
    /// The sum that the payer has paid, less refunds and payments entered in error.
    var paid: Int64 = 0

    /// The status of a claim that asks for `amount`.
    func status(of amount: Int64) -> ClaimStatus {
        if isClosed { return .closed }
        guard isSubmitted else { return .draft }
        guard let accepted else { return .submitted }
        if accepted == 0 { return .denied }
        if paid >= accepted { return .paid }
        return accepted < amount ? .partlyAccepted : .accepted
    }

    /// The amount that the payer is still expected to pay for a claim that asks for `amount`.
    func outstanding(of amount: Int64) -> Int64 {
        isSubmitted && !isClosed ? max(0, (accepted ?? amount) - paid) : 0
    }

    mutating func evolve(_ event: InsuranceEvent) {
        switch event {
        case .payerAdded, .payerRenamed, .payerRetired, .coverageRecorded, .coverageRemoved, .claimMade: break
        case .claimSubmitted: isSubmitted = true
        case .claimAnswered(let answered): accepted = answered.accepted.amount
        case .claimClosed: isClosed = true
        }
    }
}
