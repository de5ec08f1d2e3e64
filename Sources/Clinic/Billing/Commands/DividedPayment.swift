import EventSourcing

/// The money of a payment, divided among the invoices that the payment is for.
struct DividedPayment {
    /// The money that was received for the payment, in minor units. It may be rounded if the payment is in cash.
    let received: Int64
    let allocations: [Allocation]
    /// The part of a payment that pays no invoice and becomes the patient's credit, in minor units.
    let credit: Int64

    /// Divides a payment among charges in their order.
    ///
    /// If the clinic rounds sums that are paid in cash, and a payment in cash settles the charges, the received money
    /// is rounded and the whole sum is paid. The payment settles the charges if its amount is their open sum or the
    /// patient's share of that sum, exact or rounded.
    ///
    /// - Parameter withPayers: the part of the charges' open sum that payers are still expected to pay.
    /// - Throws: `notInCash` if the amount of a payment in cash that does not settle the charges cannot be paid with
    ///   the currency's coins.
    init(
        _ terms: PaymentTerms, among charges: [PatientAccount.Charge], withPayers: Int64, _ rounding: CashRounding
    ) throws(PaymentRejection) {
        let open = charges.reduce(0) { $0 + $1.open }
        let amount = terms.amount.amount
        var (received, sum) = (amount, amount)
        if terms.method == .cash {
            let settled = [open, open - withPayers].first {
                $0 > 0 && (amount == $0 || amount == rounding.cash(for: $0))
            }
            if let settled {
                (received, sum) = (rounding.cash(for: settled), settled)
                guard received > 0 else { throw .amountOutOfBounds }
            } else if !rounding.isPayable(amount) {
                throw .notInCash(rounding)
            }
        }
        var rest = sum
        self.received = received
        allocations = charges.compactMap { charge in
            let part = min(rest, charge.open)
            rest -= part
            return part > 0 ? Allocation(invoice: charge.invoice, amount: part) : nil
        }
        credit = rest
    }
}
