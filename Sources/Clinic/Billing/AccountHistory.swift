public import EventSourcing
public import Identifiers

/// Every change of a patient's account, for statements and for the balance on a date.
public struct AccountHistory: EventSourced {
    public enum Kind: String, CaseIterable, Sendable {
        case invoice, void, payment, refund
        case creditNote = "credit_note"
        case writeOff = "write_off"
        case paymentInError = "payment_in_error"
        /// The part of a refund that the clinic gives up.
        case goodwill
    }

    /// A change that a statement shows.
    public struct Entry: Sendable {
        public let at: Instant
        public let kind: Kind
        /// The number of the invoice, receipt, refund or credit note.
        public let number: String?
        /// The change of the balance (the sum owed less the credit): positive for a charge, negative for a payment.
        public let amount: Int64
    }

    /// The sum that is owed and the credit after each event.
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

    /// The sum that is owed and the credit before an instant.
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
        case .paymentRefunded(let refunded):
            add(.refund, refunded.number, refunded.amount.amount)
            let givenUp = refunded.isGoodwill == true ? refunded.amount.amount - refunded.fromCredit : 0
            if givenUp != 0 { add(.goodwill, refunded.number, -givenUp) }
        case .creditNoteIssued(let issued): add(.creditNote, issued.number, -issued.amount.amount)
        case .invoiceWrittenOff(let written): add(.writeOff, invoiceNumbers[written.invoice], -written.amount.amount)
        case .paymentEnteredInError(let error):
            add(.paymentInError, receiptNumbers[error.payment], error.amount.amount)
        case .creditApplied, .paymentReleased, .instalmentsAgreed: break
        }
    }
}

extension Subject<AccountHistory> {
    public static func accountHistory(_ id: ID<Patient>) -> Subject<AccountHistory> { Subject(.patientAccount(id)) }
}
