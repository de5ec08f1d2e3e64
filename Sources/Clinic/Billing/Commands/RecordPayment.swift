public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a payment for one invoice, or for all invoices of a patient, oldest invoice first. The part that no invoice
/// needs becomes credit.
public struct RecordPayment: Decision {
    public enum Payer: Hashable, Sendable {
        case invoice(ID<Invoice>)
        case patient(ID<Patient>)
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownInvoice
        case invoiceIsVoid
        case otherCurrency(expected: Currency)
        case amountOutOfBounds

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownInvoice: .notFound
            case .invoiceIsVoid: Problem(.invoiceVoid)
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .amountOutOfBounds:
                .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
            }
        }
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

struct PaymentBody: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?

    static let codec = object(
        PaymentBody.init(amount:method:reference:),
        field("amount", \.amount, Money.codec.described("The amount, in the clinic's currency.")),
        field("method", \.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.reference,
            .personal(.financial, .string(1...100)).described(
                "The payment's reference, such as a receipt's number; free text."))
    ).described("The payment to record for an invoice.").named("PaymentDraft")
}

struct PatientPaymentBody: Sendable {
    let patient: ID<Patient>
    let amount: Money
    let method: PaymentMethod
    let reference: Personal<String>?

    static let codec = object(
        PatientPaymentBody.init(patient:amount:method:reference:),
        field("patient_id", \.patient, .patientID),
        field("amount", \.amount, Money.codec.described("The amount, in the clinic's currency.")),
        field("method", \.method, .stringEnum.described("How it was paid.")),
        optionalField(
            "reference", \.reference,
            .personal(.financial, .string(1...100)).described(
                "The payment's reference, such as a receipt's number; free text."))
    ).described("The payment to record for a patient.").named("PatientPaymentDraft")
}

extension BillingAPI {
    static let payInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/payments", id: "payInvoice",
        summary: "Record a payment for an invoice",
        details: """
            Pays this invoice; what is too much becomes the patient's credit. Send the same `Idempotency-Key` \
            again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("invoice_id", .invoiceID), .body(PaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")], problems: [.invoiceVoid, .otherCurrency, .notFound],
        idempotency: .required
    ) { _, invoice, body throws(Problem) in
        .creation { ids in
            let payment: ID<Payment> = ids()
            return ClinicCommand(
                RecordPayment(
                    payment: payment, payer: .invoice(invoice), amount: body.amount, method: body.method,
                    reference: body.reference),
                answer: .payment(payment, location: "/api/v1/payments/\(payment)"))
        }
    }

    static let recordPayment = Endpoint<ClinicAction>(
        .post, "/api/v1/payments", id: "recordPayment",
        summary: "Record a patient's payment",
        details: """
            Pays the patient's open invoices, the oldest first; the rest becomes credit. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing",
        for: FrontDesk.self, takes: .body(PatientPaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")], problems: [.otherCurrency, .notFound],
        idempotency: .required
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<Payment> = ids()
            return ClinicCommand(
                RecordPayment(
                    payment: id, payer: .patient(body.patient), amount: body.amount, method: body.method,
                    reference: body.reference),
                answer: .payment(id, location: "/api/v1/payments/\(id)"))
        }
    }
}
