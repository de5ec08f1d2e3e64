import EventSourcing
import Identifiers

/// An estimate of the parts that payer and patient will pay of some lines of an invoice, in minor units.
struct ShareEstimate {
    /// An invoice line's service and its amount with tax.
    struct Charge: Sendable {
        let service: ID<Service>?
        let amount: Int64
    }

    /// The payer's part of each line of the invoice, in the order of the lines.
    private(set) var payerShares: [Int64] = []
    /// The part of the year's deductible that is taken from the given lines of the invoice; the patient pays it.
    private(set) var deductible: Int64 = 0

    var payerShare: Int64 { payerShares.reduce(0, +) }

    /// The estimate for lines under the terms of a coverage. The deductible is taken from the lines in their order, then
    /// the payer pays its percentage of the rest, rounded half away from zero, until the year's maximum is reached. A
    /// line with a negative amount, such as a rebate, reduces the payer's part.
    ///
    /// - Parameters:
    ///   - used: what other claims have used of the year's maximum and deductible, in minor units.
    init(_ charges: [Charge], under terms: CoverageTerms, used: (maximum: Int64, deductible: Int64)) {
        let percents = charges.map { Int64(terms.percent(for: $0.service)) }
        let covered = zip(charges, percents).reduce(0) { $1.1 > 0 ? $0 + $1.0.amount : $0 }
        var deductibleLeft = min(max(0, (terms.deductible?.amount ?? 0) - used.deductible), max(0, covered))
        for (charge, percent) in zip(charges, percents) {
            let paidFirst = percent > 0 ? min(deductibleLeft, max(0, charge.amount)) : 0
            deductibleLeft -= paidFirst
            deductible += paidFirst
            payerShares.append(((charge.amount - paidFirst) * percent).divided(by: 100))
        }
        if payerShare < 0 { payerShares = charges.map { _ in 0 } }
        // If the payer's shares exceed what is left of the coverage's maximum of the year, the shares in the last lines
        // of the invoice are reduced.
        let maximumLeft = terms.yearlyMaximum.map { max(0, $0.amount - used.maximum) } ?? Int64.max
        var excess = max(0, payerShare - maximumLeft)
        for index in payerShares.indices.reversed() where excess > 0 && payerShares[index] > 0 {
            let part = min(excess, payerShares[index])
            payerShares[index] -= part
            excess -= part
        }
    }
}
