import Endpoints
import JSON

extension Problem.Kind {
    static let invoiceVoid = Problem.Kind(
        "invoice-void", 409, "The invoice is void",
        means: "The invoice was voided, so that nothing can be paid, credited or written off on it.",
        remedy: "Issue a new invoice.")
    static let otherCurrency = Problem.Kind(
        "other-currency", 409, "The amount is in another currency than the clinic's",
        means: "A clinic has one currency, which is in `expected`.",
        remedy: "Send the amount in that currency.",
        members: [
            .member(
                "expected", .string(3...3).described("The clinic's currency, as its ISO 4217 code."), example: "EUR")
        ])
}

extension Problem {
    static func otherCurrency(expected: Currency) -> Problem {
        Problem(.otherCurrency).with("expected", expected.code, .string(3...3))
    }
}
