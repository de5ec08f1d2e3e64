import EventSourcing
import Identifiers

/// The amount by which an event changes a patient's debt or credit, in minor units of the currency.
struct AccountChange {
    let patient: ID<Patient>
    /// The currency of the amount; `nil` if it is the currency of the account.
    let currency: Currency?
    let open, credit: Int64
}

extension BillingEvent {
    var accountChange: AccountChange {
        switch self {
        case .invoiceIssued(let issued):
            AccountChange(
                patient: issued.patient, currency: issued.total.currency, open: issued.total.amount, credit: 0)
        case .invoiceVoided(let voided):
            AccountChange(
                patient: voided.patient, currency: voided.total.currency, open: -voided.total.amount, credit: 0)
        case .paymentRecorded(let received):
            AccountChange(
                patient: received.patient, currency: received.amount.currency,
                open: received.credit - received.amount.amount, credit: received.credit)
        case .creditApplied(let applied):
            AccountChange(patient: applied.patient, currency: nil, open: -applied.amount, credit: -applied.amount)
        case .paymentRefunded(let refunded):
            AccountChange(
                patient: refunded.patient, currency: refunded.amount.currency,
                open: refunded.amount.amount - refunded.fromCredit, credit: -refunded.fromCredit)
        }
    }
}
