public import EventSourcing
public import Identifiers

/// Records a payment for one invoice, or for all of the patient's invoices, oldest first. An overpayment becomes
/// credit.
public struct RecordPayment: Decision {
    public enum Payer: Hashable, Sendable {
        case invoice(ID<Invoice>)
        case patient(ID<Patient>)
    }

    public enum Rejection: Error, Hashable {
        case unknownPatient
        case unknownInvoice
        case invoiceIsVoid
        case otherCurrency(expected: Currency)
        case amountOutOfBounds
    }

    public let payment: ID<Payment>
    public let payer: Payer
    public let amount: Money
    public let method: PaymentMethod
    public let reference: Personal<String>?

    public init(payment: ID<Payment>, payer: Payer, amount: Money, method: PaymentMethod, reference: Personal<String>?)
    {
        self.payment = payment
        self.payer = payer
        self.amount = amount
        self.method = method
        self.reference = reference
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let patient: ID<Patient>
        switch payer {
        case .patient(let id):
            guard model[.registration(of: id)].isCurrent else { throw .unknownPatient }
            patient = id
        case .invoice(let invoice):
            guard let owner = model[.invoiceOwner(invoice)].patient else { throw .unknownInvoice }
            patient = owner
        }
        let currency = model[.basics].currency
        guard amount.currency == currency else { throw .otherCurrency(expected: currency) }
        guard (1...Money.bounds.upperBound).contains(amount.amount) else { throw .amountOutOfBounds }
        let account = model[.patientAccount(patient)]
        if account[payment] != nil { return [] }
        let allocations = try allocate(account)
        let credit = amount.amount - allocations.reduce(0) { $0 + $1.amount }
        return [
            .billing(
                .paymentRecorded(
                    PaymentRecorded(
                        payment: payment, patient: patient, amount: amount, method: method, allocations: allocations,
                        credit: credit, reference: reference)))
        ]
    }

    private func allocate(_ account: PatientAccount) throws(Rejection) -> [Allocation] {
        switch payer {
        case .invoice(let invoice):
            guard let charge = account[invoice] else { throw .unknownInvoice }
            guard !charge.isVoid else { throw .invoiceIsVoid }
            let part = min(charge.open, amount.amount)
            return part > 0 ? [Allocation(invoice: invoice, amount: part)] : []
        case .patient:
            var rest = amount.amount
            return account.charges.compactMap { charge in
                let part = min(rest, charge.open)
                rest -= part
                return part > 0 ? Allocation(invoice: charge.invoice, amount: part) : nil
            }
        }
    }
}
