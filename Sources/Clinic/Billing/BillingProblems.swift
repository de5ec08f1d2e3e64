public import Endpoints
import JSON

extension Problem.Kind {
    static let unknownService = Problem.Kind("unknown-service", 409, "The clinic offers no such service")
    static let invoiceTotal = Problem.Kind("invoice-total", 409, "The invoice's total is not one that can be charged")
    static let invoicePartlyPaid = Problem.Kind(
        "invoice-partly-paid", 409, "Something is paid on the invoice; refund it first",
        members: [.member("paid", .minorUnits("The sum of all payments for the invoice."))])
    static let invoiceVoid = Problem.Kind("invoice-void", 409, "The invoice is void")
    static let invoiceSettled = Problem.Kind("invoice-settled", 409, "Nothing is open on the invoice")
    static let noCredit = Problem.Kind("no-credit", 409, "The patient has no credit")
    static let otherCurrency = Problem.Kind(
        "other-currency", 409, "The amount is in another currency than the clinic's",
        members: [.member("expected", .string(3...3).described("The clinic's currency, as its ISO 4217 code."))])
    static let exceedsRefundable = Problem.Kind(
        "exceeds-refundable", 409, "More than what is left of the payment",
        members: [.member("refundable", .minorUnits("The amount that can still be refunded."))])
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
