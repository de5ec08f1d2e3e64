public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a payment for one invoice, or for all of the patient's invoices, oldest first. An overpayment becomes
/// credit, if the payer agrees to it.
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
        /// The amount is more than is open, and the payer did not accept credit.
        case overpaid(open: Money)
        case dayClosed

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownInvoice: .notFound
            case .invoiceIsVoid: Problem(.invoiceVoid)
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .amountOutOfBounds:
                .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
            case .overpaid(let open): Problem(.overpayment).with("open", open, Money.codec)
            case .dayClosed: Problem(.dayClosed)
            }
        }
    }

    public let payment: ID<Payment>
    public let payer: Payer
    public let amount: Money
    public let method: PaymentMethod
    public let reference: Personal<String>?
    /// Whether an amount above the open one becomes the patient's credit.
    public let acceptsCredit: Bool
    public let drawer: CashDrawer
    /// The day on which a transfer reached the clinic's account.
    public let valueOn: CivilDate?

    public init(
        payment: ID<Payment>, payer: Payer, amount: Money, method: PaymentMethod, reference: Personal<String>?,
        acceptsCredit: Bool = true, drawer: CashDrawer = .first, valueOn: CivilDate? = nil
    ) {
        self.payment = payment
        self.payer = payer
        self.amount = amount
        self.method = method
        self.reference = reference
        self.acceptsCredit = acceptsCredit
        self.drawer = drawer
        self.valueOn = valueOn
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
        let basics = model[.basics]
        let currency = basics.currency
        guard amount.currency == currency else { throw .otherCurrency(expected: currency) }
        guard (1...Money.bounds.upperBound).contains(amount.amount) else { throw .amountOutOfBounds }
        let account = model[.patientAccount(patient)]
        if account[payment] != nil { return [] }
        let allocations = try allocate(account)
        let credit = amount.amount - allocations.reduce(0) { $0 + $1.amount }
        guard credit == 0 || acceptsCredit else {
            throw .overpaid(open: Money(amount.amount - credit, currency))
        }
        let today = basics.zone.date(of: now)
        guard !model[.drawerDay(DrawerDayKey(today, drawer))].isClosed else { throw .dayClosed }
        return [
            .billing(
                .paymentRecorded(
                    PaymentRecorded(
                        payment: payment, patient: patient, amount: amount, method: method, allocations: allocations,
                        credit: credit, reference: reference,
                        number: model[.receiptNumbers(today)].next(.receipt, on: today), receivedOn: today,
                        drawer: drawer, valueOn: valueOn, family: nil)))
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

extension BillingAPI {
    static let payInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/payments", id: "payInvoice",
        summary: "Record a payment for an invoice",
        details: """
            Pays this invoice. An overpayment becomes the patient's credit if `accept_credit` is true. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("invoice_id", .invoiceID), .body(PaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.invoiceVoid, .overpayment, .dayClosed, .otherCurrency, .notFound],
        idempotency: .required
    ) { _, invoice, body throws(Problem) in
        .creation { ids in
            let payment: ID<Payment> = ids()
            return ClinicCommand(
                body.terms.payment(payment, .invoice(invoice)),
                answer: .payment(payment, location: "/api/v1/payments/\(payment)"))
        }
    }

    static let recordPayment = Endpoint<ClinicAction>(
        .post, "/api/v1/payments", id: "recordPayment",
        summary: "Record a patient's payment",
        details: """
            Pays the patient's open invoices, the oldest first. The rest, such as a deposit, becomes credit if \
            `accept_credit` is true. Send the same `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing",
        for: FrontDesk.self, takes: .body(PatientPaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.overpayment, .dayClosed, .otherCurrency, .notFound],
        idempotency: .required
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<Payment> = ids()
            return ClinicCommand(
                body.terms.payment(id, .patient(body.patient)),
                answer: .payment(id, location: "/api/v1/payments/\(id)"))
        }
    }
}

extension Problem.Kind {
    static let overpayment = Problem.Kind(
        "overpayment", 409, "The amount is more than is open",
        means: "Only `open` is to be paid, and the request does not accept credit for the rest.",
        remedy: "Send at most that amount, or `accept_credit` if the patient agrees to a credit.",
        members: [
            .member("open", Money.codec.described("The amount that is open."), example: .example)
        ])
}
