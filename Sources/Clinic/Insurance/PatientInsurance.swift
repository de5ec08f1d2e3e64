import EventSourcing
public import Identifiers

/// A claim on a payer, for decisions. Amounts are in minor units of the clinic's currency.
public struct InsuranceClaim: Sendable {
    public let id: ID<InsuranceClaim>
    public let invoice: ID<Invoice>
    public let coverage: ID<Coverage>
    /// The year whose maximum and deductible the claim uses.
    let year: Int
    public let charged: Int64
    public let amount: Int64
    let deductible: Int64
    var course = ClaimCourse()

    public var status: ClaimStatus { course.status(of: amount) }
    /// The amount that the payer is still expected to pay for the claim.
    public var outstanding: Int64 { course.outstanding(of: amount) }

    /// The amount by which a claim reduces the year's maximum: the paid amount of a closed claim, the accepted amount
    /// of an answered one, and else the claimed amount.
    var used: Int64 { course.isClosed ? course.paid : course.accepted ?? amount }
}

/// A patient's coverages and claims on payers, for decisions.
public struct PatientInsurance: Sendable {
    public struct KnownCoverage: Sendable {
        public let id: ID<Coverage>
        public let payer: ID<InsurancePayer>
        public let terms: CoverageTerms
        public fileprivate(set) var isRemoved = false
    }

    /// All coverages, removed ones included, in the order in which they were recorded first.
    public private(set) var coverages: [KnownCoverage] = []
    public private(set) var claims: [InsuranceClaim] = []

    public subscript(claim: ID<InsuranceClaim>) -> InsuranceClaim? { claims.first { $0.id == claim } }
    public subscript(coverage: ID<Coverage>) -> KnownCoverage? { coverages.first { $0.id == coverage } }

    /// The first coverage that is valid on a day and not removed.
    func coverage(on date: CivilDate) -> KnownCoverage? {
        coverages.first { !$0.isRemoved && $0.terms.isValid(on: date) }
    }

    /// A claim for the invoice that is not settled yet: a draft, or one from which the payer may still pay.
    func openClaim(for invoice: ID<Invoice>) -> InsuranceClaim? {
        claims.first { $0.invoice == invoice && $0.status.isOpen }
    }

    /// The sum that payers are still expected to pay for an invoice. It can be more than the invoice owes.
    func outstanding(for invoice: ID<Invoice>) -> Int64 {
        claims.reduce(0) { $1.invoice == invoice ? $0 + $1.outstanding : $0 }
    }

    /// The amounts that the claims under a coverage have used of a year's maximum and deductible.
    ///
    /// - Parameter invoice: an invoice whose claims are not counted; `nil` to count all claims.
    func used(
        of coverage: ID<Coverage>, in year: Int, except invoice: ID<Invoice>? = nil
    ) -> (maximum: Int64, deductible: Int64) {
        claims.reduce(into: (0, 0)) { sum, claim in
            guard claim.coverage == coverage, claim.year == year, claim.invoice != invoice, claim.used > 0 else {
                return
            }
            sum = (sum.0 + claim.used, sum.1 + claim.deductible)
        }
    }

    mutating func evolve(_ event: InsuranceEvent) {
        switch event {
        case .payerAdded, .payerRenamed, .payerRetired: break
        case .coverageRecorded(let recorded):
            let coverage = KnownCoverage(id: recorded.coverage, payer: recorded.payer, terms: recorded.terms)
            if let index = coverages.firstIndex(where: { $0.id == coverage.id }) {
                coverages[index] = coverage
            } else {
                coverages.append(coverage)
            }
        case .coverageRemoved(let removed):
            for index in coverages.indices where coverages[index].id == removed.coverage {
                coverages[index].isRemoved = true
            }
        case .claimMade(let made):
            claims.append(
                InsuranceClaim(
                    id: made.claim, invoice: made.invoice, coverage: made.coverage, year: made.chargedOn.year,
                    charged: made.charged, amount: made.amount.amount, deductible: made.deductible))
        case .claimSubmitted(let submitted): change(submitted.claim) { $0.evolve(event) }
        case .claimAnswered(let answered): change(answered.claim) { $0.evolve(event) }
        case .claimClosed(let closed): change(closed.claim) { $0.evolve(event) }
        }
    }

    mutating func evolve(_ event: BillingEvent) {
        if let payment = event.claimPayment { change(payment.claim) { $0.paid += payment.amount } }
    }

    private mutating func change(_ claim: ID<InsuranceClaim>, _ change: (inout ClaimCourse) -> Void) {
        if let index = claims.firstIndex(where: { $0.id == claim }) { change(&claims[index].course) }
    }
}

extension BillingEvent {
    /// The claim for which the payer paid, or from which a payment was taken back, and the change of the sum that the
    /// payer has paid for it; `nil` if the event is no payer's payment for a claim.
    var claimPayment: (claim: ID<InsuranceClaim>, amount: Int64)? {
        switch self {
        case .paymentRecorded(let received): received.claim.map { ($0, received.amount.amount) }
        case .paymentRefunded(let refunded): refunded.claim.map { ($0, -refunded.booked) }
        case .paymentEnteredInError(let error): error.claim.map { ($0, -error.amount.amount) }
        default: nil
        }
    }
}
