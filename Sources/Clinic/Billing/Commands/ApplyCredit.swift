public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that pays the open amount of an invoice from the patient's credit, as far as the credit suffices. The
/// credit of the oldest payment is used first.
public struct ApplyCredit: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notOpen(NotOpen)
        case noCredit

        public var problem: Problem {
            switch self {
            case .notOpen(let rejection): rejection.problem
            case .noCredit: Problem(.noCredit)
            }
        }
    }

    public let invoice: ID<Invoice>

    public init(invoice: ID<Invoice>) { self.invoice = invoice }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let (patient, account, charge) = try model.openCharge(of: invoice, else: Rejection.notOpen)
        guard account.credit > 0 else { throw .noCredit }
        var rest = charge.open
        let parts = account.receipts.compactMap { receipt -> CreditApplied.Part? in
            let part = min(rest, receipt.credit)
            rest -= part
            return part > 0 ? CreditApplied.Part(payment: receipt.payment, amount: part) : nil
        }
        return [.billing(.creditApplied(CreditApplied(invoice: invoice, patient: patient, parts: parts)))]
    }
}

extension BillingAPI {
    static let applyCredit = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/apply-credit", id: "applyCredit",
        summary: "Pay an invoice from the patient's credit",
        details: "Uses as much of the credit as is open on the invoice.",
        tag: "Billing", for: FrontDesk.self,
        takes: .path("invoice_id", .invoiceID), answers: [.ok(InvoiceAnswer.codec, "The invoice as it is now")],
        problems: [.invoiceVoid, .invoiceSettled, .noCredit, .notFound], idempotency: .required
    ) { caller, id throws(Problem) in
        .command(ClinicCommand(ApplyCredit(invoice: id), answer: .invoice(id)))
    }
}

extension Problem.Kind {
    static let invoiceSettled = Problem.Kind(
        "invoice-settled", 409, "Nothing is open on the invoice",
        means: "The invoice is paid, credited or written off completely.",
        remedy: "Do not repeat the request.")
    static let noCredit = Problem.Kind(
        "no-credit", 409, "The patient has no credit",
        means: "There is no paid amount that is not on an invoice.",
        remedy: "Record a payment instead.")
}
