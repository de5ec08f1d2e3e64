import EventSourcing
import Identifiers

/// The amounts by which a billing event changes a patient's debt and credit, in minor units of the currency.
struct AccountChange {
    let patient: ID<Patient>
    /// The currency of the amounts; `nil` if the event does not name it. An event without a currency has its amounts in
    /// the currency of the patient's debt and credit.
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
                open: -received.allocations.total, credit: received.credit)
        case .creditApplied(let applied):
            AccountChange(patient: applied.patient, currency: nil, open: -applied.amount, credit: -applied.amount)
        case .paymentRefunded(let refunded):
            AccountChange(
                patient: refunded.patient, currency: refunded.amount.currency,
                open: refunded.reopened, credit: -refunded.fromCredit)
        case .creditNoteIssued(let issued):
            AccountChange(
                patient: issued.patient, currency: issued.amount.currency,
                open: issued.releasedAmount - issued.amount.amount, credit: issued.releasedAmount)
        case .invoiceWrittenOff(let written):
            AccountChange(
                patient: written.patient, currency: written.amount.currency, open: -written.amount.amount, credit: 0)
        case .paymentReleased(let released):
            AccountChange(
                patient: released.patient, currency: nil, open: released.amount, credit: released.amount)
        case .paymentEnteredInError(let error):
            AccountChange(
                patient: error.patient, currency: error.amount.currency,
                open: error.allocations.total, credit: -error.credit)
        case .instalmentsAgreed(let agreed):
            AccountChange(patient: agreed.patient, currency: nil, open: 0, credit: 0)
        }
    }
}
