import Endpoints
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
