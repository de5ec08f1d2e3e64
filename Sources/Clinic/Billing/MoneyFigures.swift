import EventSourcing

/// The contribution of one event to the clinic's figures of money, in minor units.
///
/// The event changes the sum that all patients owe by `production - revenue - writeOffs - adjustments`.
public struct MoneyFigures: Hashable, Sendable {
    /// The total of the invoice that the event issued, with tax; negative for an invoice that was voided.
    public internal(set) var production: Int64 = 0
    /// Payments received, prepayments included; negative for a payment that was entered in error.
    public internal(set) var collections: Int64 = 0
    /// The amount of a refund that was paid out.
    public internal(set) var refunds: Int64 = 0
    /// Parts of payments that began to pay invoices; negative if they no longer pay them. A prepayment is included once
    /// its credit pays an invoice.
    public internal(set) var revenue: Int64 = 0
    /// The amount of an invoice that the clinic wrote off.
    public internal(set) var writeOffs: Int64 = 0
    /// The amount of a credit note, or the part of a refund as goodwill that had paid invoices.
    public internal(set) var adjustments: Int64 = 0
    /// The gain of the clinic from the rounding of sums that were paid in cash; negative for a loss. Collections less
    /// refunds are the sum of revenue, the change of all credit, and this rounding.
    public internal(set) var rounding: Int64 = 0
}

extension BillingEvent {
    public var figures: MoneyFigures {
        switch self {
        case .invoiceIssued(let issued): MoneyFigures(production: issued.total.amount)
        case .invoiceVoided(let voided): MoneyFigures(production: -voided.total.amount)
        case .paymentRecorded(let received):
            MoneyFigures(
                collections: received.amount.amount, revenue: received.allocations.total, rounding: received.rounding)
        case .creditApplied(let applied): MoneyFigures(revenue: applied.amount)
        case .paymentRefunded(let refunded):
            MoneyFigures(
                refunds: refunded.amount.amount, revenue: -refunded.fromInvoices.total,
                adjustments: refunded.givenUp, rounding: -refunded.rounding)
        case .creditNoteIssued(let issued):
            MoneyFigures(revenue: -issued.releasedAmount, adjustments: issued.amount.amount)
        case .invoiceWrittenOff(let written): MoneyFigures(writeOffs: written.amount.amount)
        case .paymentReleased(let released): MoneyFigures(revenue: -released.amount)
        case .paymentEnteredInError(let error):
            MoneyFigures(
                collections: -error.amount.amount, revenue: -error.allocations.total, rounding: -error.rounding)
        case .instalmentsAgreed: MoneyFigures()
        }
    }
}
