public import Endpoints
import JSON

extension Problem.Kind {
    static let unknownService = Problem.Kind(
        "unknown-service", 409, "The clinic has no such service",
        means: "A line of the invoice names a service that the clinic never had.",
        remedy: "Choose from `GET /api/v1/services`, or send `description` and `unit_price`.")
    static let invoiceTotal = Problem.Kind(
        "invoice-total", 409, "The invoice's total cannot be charged",
        means: "The lines add up to less than zero, or to more than an amount can be.",
        remedy: "Correct quantities and prices.")
    static let invoicePartlyPaid = Problem.Kind(
        "invoice-partly-paid", 409, "Something is paid on the invoice; refund it first",
        means: "`paid` of the invoice is paid. Only an invoice without payments can be voided.",
        remedy: "Refund the payments first.",
        members: [.member("paid", .minorUnits("The sum of all payments for the invoice."), example: 4_500)])
    static let invoiceVoid = Problem.Kind(
        "invoice-void", 409, "The invoice is void",
        means: "The invoice was voided, so that nothing can be paid on it.",
        remedy: "Issue a new invoice.")
    static let invoiceSettled = Problem.Kind(
        "invoice-settled", 409, "Nothing is open on the invoice",
        means: "The invoice is paid completely.",
        remedy: "Do not repeat the request.")
    static let noCredit = Problem.Kind(
        "no-credit", 409, "The patient has no credit",
        means: "There is no paid amount that is not on an invoice.",
        remedy: "Record a payment instead.")
    static let otherCurrency = Problem.Kind(
        "other-currency", 409, "The amount is in another currency than the clinic's",
        means: "A clinic has one currency, which is in `expected`.",
        remedy: "Send the amount in that currency.",
        members: [
            .member(
                "expected", .string(3...3).described("The clinic's currency, as its ISO 4217 code."), example: "EUR")
        ])
    static let exceedsRefundable = Problem.Kind(
        "exceeds-refundable", 409, "The amount is more than can be refunded",
        means: "Of this payment, `refundable` is left after earlier refunds.",
        remedy: "Refund at most that amount.",
        members: [.member("refundable", .minorUnits("The amount that can still be refunded."), example: 4_500)])
}

extension IssueInvoice.Rejection: ClinicRejection {
    public var problem: Problem {
        switch self {
        case .unknownPatient, .unknownAppointment, .appointmentOfAnotherPatient: .notFound
        case .unknownService: Problem(.unknownService)
        case .incompleteLine(let index):
            .malformed(
                body: "/lines/\(index)", code: "incomplete",
                detail: "needs a service, or a description with a unit price")
        case .totalOutOfBounds: Problem(.invoiceTotal)
        }
    }
}

extension VoidInvoice.Rejection: ClinicRejection {
    public var problem: Problem {
        switch self {
        case .unknownInvoice: .notFound
        case .partlyPaid(let paid): Problem(.invoicePartlyPaid).with("paid", paid, .int64)
        }
    }
}

extension RecordPayment.Rejection: ClinicRejection {
    public var problem: Problem {
        switch self {
        case .unknownPatient, .unknownInvoice: .notFound
        case .invoiceIsVoid: Problem(.invoiceVoid)
        case .otherCurrency(let expected):
            Problem(.otherCurrency).with("expected", expected.code, .string(3...3))
        case .amountOutOfBounds:
            .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
        }
    }
}

extension ApplyCredit.Rejection: ClinicRejection {
    public var problem: Problem {
        switch self {
        case .unknownInvoice: .notFound
        case .invoiceIsVoid: Problem(.invoiceVoid)
        case .nothingOpen: Problem(.invoiceSettled)
        case .noCredit: Problem(.noCredit)
        }
    }
}

extension RefundPayment.Rejection: ClinicRejection {
    public var problem: Problem {
        switch self {
        case .unknownPayment: .notFound
        case .otherCurrency(let expected):
            Problem(.otherCurrency).with("expected", expected.code, .string(3...3))
        case .amountOutOfBounds:
            .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
        case .exceedsRefundable(let refundable):
            Problem(.exceedsRefundable).with("refundable", refundable, .int64)
        }
    }
}
