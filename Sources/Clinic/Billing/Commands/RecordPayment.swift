import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a payment for one invoice, or for all open invoices of a patient, oldest first. The rest becomes the
/// patient's credit if the request accepts that; otherwise an overpayment is rejected.
public struct RecordPayment: Decision {
    public enum Payer: Hashable, Sendable {
        case invoice(ID<Invoice>)
        case patient(ID<Patient>)
    }

    public typealias Rejection = PaymentRejection

    public let payment: ID<Payment>
    public let payer: Payer
    public let terms: PaymentTerms

    public init(payment: ID<Payment>, payer: Payer, _ terms: PaymentTerms) {
        self.payment = payment
        self.payer = payer
        self.terms = terms
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let patient: ID<Patient>
        switch payer {
        case .patient(let id):
            guard model[.registration(of: id)].isCurrent else { throw .unknownPatient }
            try model.checkMergedRecordsOweNothing([id])
            patient = id
        case .invoice(let invoice):
            guard let owner = model[.invoiceOwner(invoice)].patient else { throw .unknownInvoice }
            patient = owner
        }
        let basics = model[.basics]
        try terms.checkAmount(in: basics.currency)
        let account = model[.patientAccount(patient)]
        if account[payment] != nil { return [] }
        let allocations = try allocate(account)
        let credit = terms.amount.amount - allocations.reduce(0) { $0 + $1.amount }
        let today = basics.zone.date(of: now)
        try terms.check(credit: credit, on: today, &model)
        return [
            .billing(
                .paymentRecorded(
                    PaymentRecorded(
                        payment: payment, patient: patient, amount: terms.amount, allocations: allocations,
                        credit: credit, terms, number: model[.receiptNumbers(today)].next(.receipt, on: today),
                        receivedOn: today, family: nil)))
        ]
    }

    private func allocate(_ account: PatientAccount) throws(Rejection) -> [Allocation] {
        switch payer {
        case .invoice(let invoice):
            guard let charge = account[invoice] else { throw .unknownInvoice }
            guard !charge.isVoid else { throw .invoiceIsVoid }
            let part = min(charge.open, terms.amount.amount)
            return part > 0 ? [Allocation(invoice: invoice, amount: part)] : []
        case .patient:
            var rest = terms.amount.amount
            return account.charges.compactMap { charge in
                let part = min(rest, charge.open)
                rest -= part
                return part > 0 ? Allocation(invoice: charge.invoice, amount: part) : nil
            }
        }
    }
}

extension BillingAPI {
    static let payInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/payments", id: "payInvoice",
        summary: "Record a payment for an invoice",
        details: """
            Pays this invoice. An overpayment becomes the patient's credit if `accept_credit` is true. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("invoice_id", .invoiceID), .body(PaymentTerms.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.invoiceVoid, .overpayment, .dayClosed, .otherCurrency, .notFound],
        idempotency: .required
    ) { _, invoice, terms throws(Problem) in
        .creation { ids in
            let payment: ID<Payment> = ids()
            return ClinicCommand(
                RecordPayment(payment: payment, payer: .invoice(invoice), terms),
                answer: .payment(payment, location: "/api/v1/payments/\(payment)"))
        }
    }

    static let recordPayment = Endpoint<ClinicAction>(
        .post, "/api/v1/payments", id: "recordPayment",
        summary: "Record a patient's payment",
        details: """
            Pays the patient's open invoices, the oldest first. The rest, such as a deposit, becomes credit if \
            `accept_credit` is true. Invoices of a merged record are paid one by one, before. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing",
        for: FrontDesk.self, takes: .body(PatientPaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.overpayment, .dayClosed, .otherCurrency, .mergedRecordOwes, .patientMerged, .notFound],
        idempotency: .required
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<Payment> = ids()
            return ClinicCommand(
                RecordPayment(payment: id, payer: .patient(body.patient), body.terms),
                answer: .payment(id, location: "/api/v1/payments/\(id)"))
        }
    }
}
