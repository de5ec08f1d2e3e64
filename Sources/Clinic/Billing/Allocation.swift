public import Identifiers
import JSON

/// The part of a payment that pays one invoice, in minor units of the currency.
public struct Allocation: Hashable, Sendable {
    public let invoice: ID<Invoice>
    public let amount: Int64

    public init(invoice: ID<Invoice>, amount: Int64) {
        self.invoice = invoice
        self.amount = amount
    }
}

extension [Allocation] {
    /// The sum of all allocations of a payment, in minor units.
    var total: Int64 { reduce(0) { $0 + $1.amount } }
}

extension Allocation {
    static let codec = object(
        Allocation.init(invoice:amount:),
        field("invoice_id", \.invoice, .id()),
        field("amount", \.amount, .int64(1...Money.bounds.upperBound)))
}
