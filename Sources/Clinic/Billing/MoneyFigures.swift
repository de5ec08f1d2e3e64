import EventSourcing

/// The contribution of one event to the clinic's figures of money, in minor units.
///
/// The sum that is owed changes by `production - revenue - writeOffs - adjustments`.
public struct MoneyFigures: Hashable, Sendable {
    /// The totals of invoices, with tax; negative for an invoice that was voided.
    public internal(set) var production: Int64 = 0
    /// Payments received, prepayments included; negative for a payment that was entered in error.
    public internal(set) var collections: Int64 = 0
    /// Money that was given back.
    public internal(set) var refunds: Int64 = 0
    /// Money that came to pay invoices: payments without prepayments, and credit when it is used; negative if it pays
    /// them no longer.
    public internal(set) var revenue: Int64 = 0
    /// Sums that the clinic gave up.
    public internal(set) var writeOffs: Int64 = 0
    /// Credit notes, and refunds as goodwill.
    public internal(set) var adjustments: Int64 = 0
}

extension BillingEvent {
    public var figures: MoneyFigures {
        switch self {
        case .invoiceIssued(let issued): MoneyFigures(production: issued.total.amount)
        case .invoiceVoided(let voided): MoneyFigures(production: -voided.total.amount)
        case .paymentRecorded(let received):
            MoneyFigures(
                collections: received.amount.amount, revenue: received.amount.amount - received.credit)
        case .creditApplied(let applied): MoneyFigures(revenue: applied.amount)
        case .paymentRefunded(let refunded):
            MoneyFigures(
                refunds: refunded.amount.amount, revenue: refunded.fromCredit - refunded.amount.amount,
                adjustments: refunded.isGoodwill == true ? refunded.amount.amount - refunded.fromCredit : 0)
        case .creditNoteIssued(let issued):
            MoneyFigures(revenue: -issued.releasedAmount, adjustments: issued.amount.amount)
        case .invoiceWrittenOff(let written): MoneyFigures(writeOffs: written.amount.amount)
        case .paymentReleased(let released): MoneyFigures(revenue: -released.amount)
        case .paymentEnteredInError(let error):
            MoneyFigures(
                collections: -error.amount.amount, revenue: -error.allocations.reduce(0) { $0 + $1.amount })
        case .instalmentsAgreed: MoneyFigures()
        }
    }

    /// The key of the event's entry in the ledger. Credit that is used twice in the same way has one entry.
    var ledgerKey: String {
        switch self {
        case .invoiceIssued(let issued): "invoice:\(issued.invoice)"
        case .invoiceVoided(let voided): "void:\(voided.invoice)"
        case .paymentRecorded(let received): "payment:\(received.payment)"
        case .creditApplied(let applied):
            "credit:\(applied.invoice):\(applied.parts.first.map { "\($0.payment)" } ?? ""):\(applied.amount)"
        case .paymentRefunded(let refunded): "refund:\(refunded.refund)"
        case .creditNoteIssued(let issued): "credit_note:\(issued.creditNote)"
        case .invoiceWrittenOff(let written): "write_off:\(written.invoice):\(written.amount.amount)"
        case .paymentReleased(let released): "release:\(released.payment):\(released.invoice):\(released.amount)"
        case .paymentEnteredInError(let error): "payment_in_error:\(error.payment)"
        case .instalmentsAgreed(let agreed): "instalments:\(agreed.invoice)"
        }
    }
}
