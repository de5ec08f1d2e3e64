public import EventSourcing
public import Identifiers

/// The state of a patient's invoices and payments. The decisions about invoices, payments, refunds and credit read it.
///
/// For each payment that was not entered in error, the sum of allocations, credit, refunds and rounding is always its
/// amount.
public struct PatientAccount: EventSourced {
    public struct Charge: Sendable {
        public let invoice: ID<Invoice>
        public let number: String
        public let appointment: ID<Appointment>?
        public let total: Int64
        public let issuedOn: CivilDate
        /// The service and amount of each of the invoice's lines.
        let lines: [ShareEstimate.Charge]
        /// The part of the invoice's total that is tax, in minor units.
        public let tax: Int64
        /// The items of treatment plans that the invoice charges.
        let items: [PlannedItem]
        public fileprivate(set) var paid: Int64 = 0
        /// The sum by which credit notes and refunds as goodwill reduced the invoice, in minor units.
        public fileprivate(set) var takenBack: Int64 = 0
        /// The sum of the invoice's credit notes, and the tax in them, in minor units.
        public fileprivate(set) var credited: Int64 = 0
        public fileprivate(set) var creditedTax: Int64 = 0
        /// The part of the invoice that the clinic wrote off, in minor units.
        public fileprivate(set) var writtenOff: Int64 = 0
        public fileprivate(set) var isVoid = false

        public var open: Int64 { isVoid ? 0 : total - paid - takenBack - writtenOff }
        /// The amount of the invoice that a credit note can still take back, in minor units.
        public var creditable: Int64 { isVoid ? 0 : total - takenBack - writtenOff }
        /// Whether the invoice counts as its appointment's invoice: it is not void, and credit notes, goodwill and
        /// write-offs have not reduced it to zero. An invoice whose total is zero counts too.
        public var counts: Bool { !isVoid && (creditable > 0 || total == 0) }
        /// Whether a credit note took back all that was left of the invoice, so that its work can be billed again. A
        /// write-off and a refund as goodwill give up money for work that stays billed.
        public fileprivate(set) var isCreditedInFull = false
    }

    public struct Receipt: Sendable {
        public let payment: ID<Payment>
        public let amount: Money
        /// The part of a payment's amount that the clinic gained by rounding, since a sum that was paid in cash was
        /// rounded up; negative if the sum was rounded down.
        public let rounding: Int64
        public fileprivate(set) var allocations: [Allocation]
        public fileprivate(set) var credit: Int64
        /// The sum of the parts of the payment that were refunded. The money that was paid out for them in cash may be
        /// rounded.
        public fileprivate(set) var refunded: Int64 = 0
        /// Whether the payment was marked as recorded by mistake.
        public fileprivate(set) var isInError = false
        public let method: PaymentMethod
        public let receivedOn: CivilDate?
        public let drawer: CashDrawer?
        /// The claim that a payer paid with this payment; `nil` for other payments.
        public let claim: ID<InsuranceClaim>?

        public var refundable: Int64 { isInError ? 0 : amount.amount - rounding - refunded }

        /// The part of the payment that pays an invoice, in minor units.
        public func allocated(to invoice: ID<Invoice>) -> Int64 {
            allocations.reduce(0) { $1.invoice == invoice ? $0 + $1.amount : $0 }
        }

        fileprivate mutating func allocate(_ amount: Int64, to invoice: ID<Invoice>) {
            credit -= amount
            allocations.append(Allocation(invoice: invoice, amount: amount))
        }

        fileprivate mutating func release(_ amount: Int64, from invoice: ID<Invoice>) {
            var rest = amount
            for index in allocations.indices.reversed() where allocations[index].invoice == invoice && rest > 0 {
                let part = min(rest, allocations[index].amount)
                allocations[index] = Allocation(invoice: invoice, amount: allocations[index].amount - part)
                rest -= part
            }
            allocations.removeAll { $0.amount == 0 }
        }

        /// Takes a part of the payment from an invoice, and adds it to the patient's credit.
        fileprivate mutating func free(_ amount: Int64, from invoice: ID<Invoice>) {
            release(amount, from: invoice)
            credit += amount
        }
    }

    /// All invoices of the patient, void ones included, the oldest first. `receipts` has all payments, also the oldest
    /// first.
    public private(set) var charges: [Charge] = []
    public private(set) var receipts: [Receipt] = []
    public private(set) var insurance = PatientInsurance()

    public static let initial = PatientAccount()
    public static let readsPersonal = false

    public subscript(invoice: ID<Invoice>) -> Charge? { charges.first { $0.invoice == invoice } }
    public subscript(payment: ID<Payment>) -> Receipt? { receipts.first { $0.payment == payment } }

    /// The amount that the patient still owes for all invoices together.
    public var open: Int64 { charges.reduce(0) { $0 + $1.open } }
    /// The part of the patient's debt (`open`) that submitted claims ask payers for.
    public var withPayers: Int64 {
        charges.reduce(0) { $0 + min($1.open, insurance.outstanding(for: $1.invoice)) }
    }
    /// The patient's credit: the parts of all payments that neither pay an invoice nor were refunded.
    public var credit: Int64 { receipts.reduce(0) { $0 + $1.credit } }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .billing(let event):
            insurance.evolve(event)
            evolve(event)
        case .insurance(let event): insurance.evolve(event)
        default: break
        }
    }

    private mutating func evolve(_ event: BillingEvent) {
        switch event {
        case .invoiceIssued(let issued):
            charges.append(
                Charge(
                    invoice: issued.invoice, number: issued.number, appointment: issued.appointment,
                    total: issued.total.amount, issuedOn: issued.issuedOn,
                    lines: issued.lines.map { ShareEstimate.Charge(service: $0.service, amount: $0.amount) },
                    tax: issued.tax, items: issued.chargedItems))
        case .invoiceVoided(let voided): change(voided.invoice) { $0.isVoid = true }
        case .paymentRecorded(let recorded):
            receipts.append(
                Receipt(
                    payment: recorded.payment, amount: recorded.amount, rounding: recorded.rounding,
                    allocations: recorded.allocations,
                    credit: recorded.credit, method: recorded.method, receivedOn: recorded.receivedOn,
                    drawer: recorded.drawer, claim: recorded.claim))
            for allocation in recorded.allocations { change(allocation.invoice) { $0.paid += allocation.amount } }
        case .creditApplied(let applied):
            change(applied.invoice) { $0.paid += applied.amount }
            for part in applied.parts {
                change(part.payment) { $0.allocate(part.amount, to: applied.invoice) }
            }
        case .paymentRefunded(let refunded):
            change(refunded.payment) { receipt in
                receipt.refunded += refunded.booked
                receipt.credit -= refunded.fromCredit
                for part in refunded.fromInvoices { receipt.release(part.amount, from: part.invoice) }
            }
            for part in refunded.fromInvoices {
                change(part.invoice) { charge in
                    charge.paid -= part.amount
                    if refunded.isGoodwill == true { charge.takenBack += part.amount }
                }
            }
        case .creditNoteIssued(let issued):
            change(issued.invoice) { charge in
                charge.isCreditedInFull = issued.amount.amount == charge.creditable
                charge.takenBack += issued.amount.amount
                charge.credited += issued.amount.amount
                charge.creditedTax += issued.tax
                charge.paid -= issued.releasedAmount
            }
            for part in issued.released { change(part.payment) { $0.free(part.amount, from: issued.invoice) } }
        case .invoiceWrittenOff(let written): change(written.invoice) { $0.writtenOff += written.amount.amount }
        case .paymentReleased(let released):
            change(released.invoice) { $0.paid -= released.amount }
            change(released.payment) { $0.free(released.amount, from: released.invoice) }
        case .paymentEnteredInError(let error):
            for part in error.allocations { change(part.invoice) { $0.paid -= part.amount } }
            change(error.payment) { receipt in
                receipt.isInError = true
                receipt.allocations = []
                receipt.credit = 0
            }
        case .instalmentsAgreed: break
        }
    }

    private mutating func change(_ invoice: ID<Invoice>, _ change: (inout Charge) -> Void) {
        if let index = charges.firstIndex(where: { $0.invoice == invoice }) { change(&charges[index]) }
    }

    private mutating func change(_ payment: ID<Payment>, _ change: (inout Receipt) -> Void) {
        if let index = receipts.firstIndex(where: { $0.payment == payment }) { change(&receipts[index]) }
    }
}

extension Subject<PatientAccount> {
    static func patientAccount(_ id: ID<Patient>) -> Subject<PatientAccount> { Subject(.patientAccount(id)) }
}
