public import EventSourcing
public import Identifiers

/// Refunds part of one payment, never more than is left of it: its credit first, then its allocations, latest first.
public struct RefundPayment: Decision {
    public enum Rejection: Error, Hashable {
        case unknownPayment
        case otherCurrency(expected: Currency)
        case amountOutOfBounds
        case exceedsRefundable(refundable: Int64)
    }

    public let refund: ID<Refund>
    public let payment: ID<Payment>
    public let amount: Money
    public let method: PaymentMethod
    public let reason: Personal<String>

    public init(
        refund: ID<Refund>, payment: ID<Payment>, amount: Money, method: PaymentMethod, reason: Personal<String>
    ) {
        self.refund = refund
        self.payment = payment
        self.amount = amount
        self.method = method
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard
            let patient = model[.paymentOwner(payment)].patient,
            let receipt = model[.patientAccount(patient)][payment]
        else { throw .unknownPayment }
        guard amount.currency == receipt.amount.currency else {
            throw .otherCurrency(expected: receipt.amount.currency)
        }
        guard amount.amount > 0 else { throw .amountOutOfBounds }
        guard amount.amount <= receipt.refundable else { throw .exceedsRefundable(refundable: receipt.refundable) }
        let fromCredit = min(amount.amount, receipt.credit)
        var rest = amount.amount - fromCredit
        let fromInvoices = receipt.allocations.reversed().compactMap { allocation -> Allocation? in
            let part = min(rest, allocation.amount)
            rest -= part
            return part > 0 ? Allocation(invoice: allocation.invoice, amount: part) : nil
        }
        return [
            .billing(
                .paymentRefunded(
                    PaymentRefunded(
                        refund: refund, payment: payment, patient: patient, amount: amount, method: method,
                        fromCredit: fromCredit, fromInvoices: fromInvoices, reason: reason)))
        ]
    }
}
