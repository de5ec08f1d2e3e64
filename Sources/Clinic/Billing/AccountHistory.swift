public import EventSourcing
public import Identifiers

/// The changes of a patient's account, from which statements and the balance at the end of a past day are made.
public struct AccountHistory: EventSourced {
    public enum Kind: String, CaseIterable, Sendable {
        case invoice, void, payment, refund
        case creditNote = "credit_note"
        case writeOff = "write_off"
        case paymentInError = "payment_in_error"
        /// The part of a refund as goodwill that had paid invoices. The patient does not owe this part again.
        case goodwill
        /// The difference between a sum and the money with which the sum was paid in cash.
        case rounding
    }

    /// A change of a patient's balance, as a statement shows it.
    public struct Entry: Sendable {
        public let at: Instant
        public let kind: Kind
        /// The number of the invoice, receipt, refund or credit note that the change is about; `nil` if it has none.
        public let number: String?
        /// The change of the patient's balance (the sum owed less the credit), in minor units: negative for a payment,
        /// positive for an invoice or a refund.
        public let amount: Int64
    }

    /// The sum that a patient owes, and the patient's credit, after one event.
    private struct Moment {
        let at: Instant
        let open, credit: Int64
    }

    public private(set) var entries: [Entry] = []
    private var moments: [Moment] = []
    private var invoiceNumbers: [ID<Invoice>: String] = [:]
    private var receiptNumbers: [ID<Payment>: String] = [:]
    public private(set) var version: Int64 = 0

    public static let initial = AccountHistory()
    public static let readsPersonal = false

    /// The sum that the patient owed, and the patient's credit, just before an instant.
    public func balance(before end: Instant) -> (open: Int64, credit: Int64) {
        let last = moments.last { $0.at < end }
        return (last?.open ?? 0, last?.credit ?? 0)
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .billing(let event) = recorded.event else { return }
        version = recorded.position
        let change = event.accountChange
        let last = moments.last
        moments.append(
            Moment(
                at: recorded.recordedAt, open: (last?.open ?? 0) + change.open,
                credit: (last?.credit ?? 0) + change.credit))
        func add(_ kind: Kind, _ number: String?, _ amount: Int64) {
            entries.append(Entry(at: recorded.recordedAt, kind: kind, number: number, amount: amount))
        }
        switch event {
        case .invoiceIssued(let issued):
            invoiceNumbers[issued.invoice] = issued.number
            add(.invoice, issued.number, issued.total.amount)
        case .invoiceVoided(let voided): add(.void, invoiceNumbers[voided.invoice], -voided.total.amount)
        case .paymentRecorded(let received):
            receiptNumbers[received.payment] = received.number
            add(.payment, received.number, -received.amount.amount)
            if received.rounding != 0 { add(.rounding, received.number, received.rounding) }
        case .paymentRefunded(let refunded):
            add(.refund, refunded.number, refunded.amount.amount)
            if refunded.rounding != 0 { add(.rounding, refunded.number, -refunded.rounding) }
            if refunded.givenUp != 0 { add(.goodwill, refunded.number, -refunded.givenUp) }
        case .creditNoteIssued(let issued): add(.creditNote, issued.number, -issued.amount.amount)
        case .invoiceWrittenOff(let written): add(.writeOff, invoiceNumbers[written.invoice], -written.amount.amount)
        case .paymentEnteredInError(let error):
            add(.paymentInError, receiptNumbers[error.payment], error.amount.amount)
            if error.rounding != 0 { add(.rounding, receiptNumbers[error.payment], -error.rounding) }
        case .creditApplied, .paymentReleased, .instalmentsAgreed: break
        }
    }
}

extension Subject<AccountHistory> {
    public static func accountHistory(_ id: ID<Patient>) -> Subject<AccountHistory> { Subject(.patientAccount(id)) }
}
