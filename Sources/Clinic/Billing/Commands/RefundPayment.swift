public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that refunds a payment or a part of it, at most what was not refunded yet. The payment's credit is
/// reduced first, then its allocations, latest first.
public struct RefundPayment: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPayment
        case otherCurrency(expected: Currency)
        case amountOutOfBounds
        case exceedsRefundable(refundable: Money)
        case dayClosed
        /// The refund is goodwill, and a payer is expected to pay for the invoice.
        case openClaim(ID<InsuranceClaim>)

        public var problem: Problem {
            switch self {
            case .unknownPayment: .notFound
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .amountOutOfBounds:
                .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
            case .exceedsRefundable(let refundable):
                Problem(.exceedsRefundable).with("refundable", refundable, Money.codec)
            case .dayClosed: Problem(.dayClosed)
            case .openClaim(let claim): .openClaim(claim)
            }
        }
    }

    public let refund: ID<Refund>
    public let payment: ID<Payment>
    public let amount: Money
    public let method: PaymentMethod
    public let reason: Personal<String>
    /// Whether the refund is goodwill: the patient does not owe the money again, so that no invoice is open again.
    public let isGoodwill: Bool
    public let drawer: CashDrawer

    public init(
        refund: ID<Refund>, payment: ID<Payment>, amount: Money, method: PaymentMethod, reason: Personal<String>,
        isGoodwill: Bool = false, drawer: CashDrawer = .first
    ) {
        self.refund = refund
        self.payment = payment
        self.amount = amount
        self.method = method
        self.reason = reason
        self.isGoodwill = isGoodwill
        self.drawer = drawer
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard
            let patient = model[.paymentOwner(payment)].patient,
            case let account = model[.patientAccount(patient)], let receipt = account[payment]
        else { throw .unknownPayment }
        guard amount.currency == receipt.amount.currency else {
            throw .otherCurrency(expected: receipt.amount.currency)
        }
        let basics = model[.basics]
        let (booked, paid) = sums(of: receipt, basics.cashRounding)
        guard booked <= receipt.refundable else {
            throw .exceedsRefundable(refundable: Money(receipt.refundable, receipt.amount.currency))
        }
        guard paid > 0 else { throw .amountOutOfBounds }
        let fromCredit = min(booked, receipt.credit)
        var rest = booked - fromCredit
        let fromInvoices = receipt.allocations.reversed().compactMap { allocation -> Allocation? in
            let part = min(rest, allocation.amount)
            rest -= part
            return part > 0 ? Allocation(invoice: allocation.invoice, amount: part) : nil
        }
        if isGoodwill {
            // The refund would reduce an invoice while a payer is still expected to pay for it.
            let paid = receipt.claim.flatMap { account.insurance[$0] }.flatMap { $0.status == .closed ? nil : $0 }
            let open = fromInvoices.lazy.compactMap { account.insurance.openClaim(for: $0.invoice) }.first
            if let claim = paid ?? open { throw .openClaim(claim.id) }
        }
        let today = basics.zone.date(of: now)
        guard !model[.drawerDay(DrawerDayKey(today, drawer))].isClosed else { throw .dayClosed }
        return [
            .billing(
                .paymentRefunded(
                    PaymentRefunded(
                        refund: refund, payment: payment, patient: patient, amount: Money(paid, amount.currency),
                        method: method,
                        fromCredit: fromCredit, fromInvoices: fromInvoices, reason: reason,
                        number: model[.refundNumbers(today)].next(.refund, on: today), refundedOn: today,
                        drawer: drawer, isGoodwill: isGoodwill ? true : nil, claim: receipt.claim)))
        ]
    }

    /// The part of the payment that is refunded (`booked`), and the money that is paid out for it (`paid`), which is
    /// rounded if it is paid in cash. If the requested amount is the rounded amount of all that can be refunded, all of
    /// it is refunded.
    private func sums(of receipt: PatientAccount.Receipt, _ rounding: CashRounding) -> (booked: Int64, paid: Int64) {
        guard method == .cash else { return (amount.amount, amount.amount) }
        let isRest = amount.amount == rounding.cash(for: receipt.refundable)
        let booked = isRest ? receipt.refundable : amount.amount
        return (booked, rounding.cash(for: booked))
    }
}

struct RefundBody: Sendable {
    let amount: Money
    let method: PaymentMethod
    let reason: Personal<String>
    let isGoodwill: Bool
    let drawer: CashDrawer?

    static let codec = object(
        RefundBody.init(amount:method:reason:isGoodwill:drawer:),
        field("amount", \.amount, Money.codec.described("The amount to refund, in the clinic's currency.")),
        field("method", \.method, .stringEnum.described("How the money is refunded.")),
        field("reason", \.reason, .personal(.financial, .string(1...500)).described("Why it is given back.")),
        field(
            "goodwill", \.isGoodwill,
            .bool.described("Whether the clinic gives the money up, so that the patient does not owe it again."),
            default: false),
        optionalField("drawer", \.drawer, CashDrawer.codec)
    ).described("The refund to make.").named("RefundDraft")
}

extension BillingAPI {
    static let refundPayment = Endpoint<ClinicAction>(
        .post, "/api/v1/payments/{payment_id}/refunds", id: "refundPayment",
        summary: "Refund a payment",
        details: """
            At most what is left of the payment. Credit goes first; then invoices that the payment paid are open \
            again, unless it is given back as goodwill. In cash the money is rounded as the clinic's `cash_rounding` says, and the \
            refund's `amount` is the money.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("payment_id", .paymentID), .body(RefundBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment with the refund")],
        problems: [.exceedsRefundable, .openClaim, .dayClosed, .otherCurrency, .notFound], idempotency: .required
    ) { _, payment, body throws(Problem) in
        .creation { ids in
            let refund: ID<Refund> = ids()
            return ClinicCommand(
                RefundPayment(
                    refund: refund, payment: payment, amount: body.amount, method: body.method,
                    reason: body.reason, isGoodwill: body.isGoodwill, drawer: body.drawer ?? .first),
                answer: .payment(payment, location: "/api/v1/payments/\(payment)"))
        }
    }
}

extension Problem.Kind {
    static let exceedsRefundable = Problem.Kind(
        "exceeds-refundable", 409, "The amount is more than can be refunded",
        means: "Of this payment, `refundable` is left after earlier refunds.",
        remedy: "Refund at most that amount.",
        members: [
            .member("refundable", Money.codec.described("The amount that can still be refunded."), example: .example)
        ])
}
