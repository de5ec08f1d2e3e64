public import EventSourcing
public import Identifiers

/// The state of a patient's charges and payments. All rules about money use this state.
///
/// For each payment, the sum of allocations, credit and refunds is always the payment's amount.
public struct PatientAccount: EventSourced {
    public struct Charge: Sendable {
        public let invoice: ID<Invoice>
        public let total: Int64
        public fileprivate(set) var paid: Int64 = 0
        public fileprivate(set) var isVoid = false

        public var open: Int64 { isVoid ? 0 : total - paid }
    }

    public struct Receipt: Sendable {
        public let payment: ID<Payment>
        public let amount: Money
        public fileprivate(set) var allocations: [Allocation]
        public fileprivate(set) var credit: Int64
        public fileprivate(set) var refunded: Int64 = 0

        public var refundable: Int64 { amount.amount - refunded }

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
    }

    /// One charge for each invoice of the patient, oldest first. `receipts` has one receipt for each payment, in the
    /// same order.
    public private(set) var charges: [Charge] = []
    public private(set) var receipts: [Receipt] = []

    public static let initial = PatientAccount()
    public static let readsPersonal = false

    public subscript(invoice: ID<Invoice>) -> Charge? { charges.first { $0.invoice == invoice } }
    public subscript(payment: ID<Payment>) -> Receipt? { receipts.first { $0.payment == payment } }

    /// The amount that the patient still owes.
    public var open: Int64 { charges.reduce(0) { $0 + $1.open } }
    /// The amount that the patient has paid beyond the charges.
    public var credit: Int64 { receipts.reduce(0) { $0 + $1.credit } }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .billing(let event) = recorded.event else { return }
        switch event {
        case .invoiceIssued(let issued):
            charges.append(Charge(invoice: issued.invoice, total: issued.total.amount))
        case .invoiceVoided(let voided): change(voided.invoice) { $0.isVoid = true }
        case .paymentRecorded(let recorded):
            receipts.append(
                Receipt(
                    payment: recorded.payment, amount: recorded.amount, allocations: recorded.allocations,
                    credit: recorded.credit))
            for allocation in recorded.allocations { change(allocation.invoice) { $0.paid += allocation.amount } }
        case .creditApplied(let applied):
            change(applied.invoice) { $0.paid += applied.amount }
            for part in applied.parts {
                change(part.payment) { $0.allocate(part.amount, to: applied.invoice) }
            }
        case .paymentRefunded(let refunded):
            change(refunded.payment) { receipt in
                receipt.refunded += refunded.amount.amount
                receipt.credit -= refunded.fromCredit
                for part in refunded.fromInvoices { receipt.release(part.amount, from: part.invoice) }
            }
            for part in refunded.fromInvoices { change(part.invoice) { $0.paid -= part.amount } }
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
