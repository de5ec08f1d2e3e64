import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a payment for one invoice, or for all open invoices of a patient, oldest first. The rest
/// becomes the patient's credit if the request accepts that; otherwise an overpayment is rejected.
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
        let (charges, withPayers) = try due(account)
        let divided = try DividedPayment(terms, among: charges, withPayers: withPayers, basics.cashRounding)
        let today = basics.zone.date(of: now)
        try terms.check(credit: divided.credit, on: today, &model)
        return [
            .billing(
                .paymentRecorded(
                    PaymentRecorded(
                        payment: payment, patient: patient, amount: Money(divided.received, basics.currency),
                        allocations: divided.allocations, credit: divided.credit, terms,
                        number: model[.receiptNumbers(today)].next(.receipt, on: today), receivedOn: today,
                        family: nil)))
        ]
    }

    /// The invoices that a payment is for, the oldest first, and the part of these invoices' open sum that is with
    /// payers.
    private func due(
        _ account: PatientAccount
    ) throws(Rejection) -> (charges: [PatientAccount.Charge], withPayers: Int64) {
        switch payer {
        case .invoice(let invoice):
            guard let charge = account[invoice] else { throw .unknownInvoice }
            guard !charge.isVoid else { throw .invoiceIsVoid }
            return ([charge], min(charge.open, account.insurance.outstanding(for: invoice)))
        case .patient: return (account.charges, account.withPayers)
        }
    }
}

extension BillingAPI {
    static let payInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/payments", id: "payInvoice",
        summary: "Record a payment for an invoice",
        details: """
            Pays this invoice. An overpayment becomes the patient's credit if `accept_credit` is true. \
            \(PaymentTerms.cashRule) Send the same `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("invoice_id", .invoiceID), .body(PaymentTerms.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.invoiceVoid, .overpayment, .dayClosed, .otherCurrency, .notFound],
        idempotency: .implied
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
            `accept_credit` is true. Invoices of a merged record are paid one by one, before. \(PaymentTerms.cashRule) Send the \
            same `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing",
        for: FrontDesk.self, takes: .body(PatientPaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.overpayment, .dayClosed, .otherCurrency, .mergedRecordOwes, .patientMerged, .notFound],
        idempotency: .implied
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<Payment> = ids()
            return ClinicCommand(
                RecordPayment(payment: id, payer: .patient(body.patient), body.terms),
                answer: .payment(id, location: "/api/v1/payments/\(id)"))
        }
    }
}
