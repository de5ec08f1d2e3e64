import EventSourcing
import Identifiers

/// The expected parts of payer and patient in some lines of an invoice, in minor units.
struct ShareEstimate {
    /// An invoice line's service and its amount with tax.
    struct Charge: Sendable {
        let service: ID<Service>?
        let amount: Int64
    }

    /// The payer's part of each line, in the order of the lines.
    private(set) var payerShares: [Int64] = []
    /// The part of the year's deductible that the patient pays with these lines.
    private(set) var deductible: Int64 = 0

    var payerShare: Int64 { payerShares.reduce(0, +) }

    /// The estimate for lines under the terms of a coverage. The deductible is taken from the lines in their order, then
    /// the payer pays its percentage of the rest, rounded half up to a minor unit, until the year's maximum is reached.
    ///
    /// - Parameters:
    ///   - used: what other claims have used of the year's maximum and deductible, in minor units.
    init(_ charges: [Charge], under terms: CoverageTerms, used: (maximum: Int64, deductible: Int64)) {
        var deductibleLeft = max(0, (terms.deductible?.amount ?? 0) - used.deductible)
        var maximumLeft = terms.yearlyMaximum.map { max(0, $0.amount - used.maximum) } ?? Int64.max
        for charge in charges {
            let percent = Int64(terms.percent(for: charge.service))
            guard percent > 0, charge.amount > 0 else {
                payerShares.append(0)
                continue
            }
            let paidFirst = min(deductibleLeft, charge.amount)
            deductibleLeft -= paidFirst
            deductible += paidFirst
            let share = min(maximumLeft, ((charge.amount - paidFirst) * percent + 50) / 100)
            maximumLeft -= share
            payerShares.append(share)
        }
    }
}
