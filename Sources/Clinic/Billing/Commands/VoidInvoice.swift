public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that voids an invoice on which nothing is paid, credited or written off. The number of the invoice is
/// not used again.
public struct VoidInvoice: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownInvoice
        /// A part of the invoice is paid. Its payments must be refunded or released first.
        case partlyPaid(paid: Money)
        /// A part of the invoice was taken back, by a credit note or a refund as goodwill, or was written off.
        case corrected
        case openClaim(ID<InsuranceClaim>)

        public var problem: Problem {
            switch self {
            case .unknownInvoice: .notFound
            case .partlyPaid(let paid): Problem(.invoicePartlyPaid).with("paid", paid, Money.codec)
            case .corrected: Problem(.invoiceCorrected)
            case .openClaim(let claim): .openClaim(claim)
            }
        }
    }

    public let invoice: ID<Invoice>
    public let reason: Personal<String>

    public init(invoice: ID<Invoice>, reason: Personal<String>) {
        self.invoice = invoice
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let (patient, account, charge) = model.charge(of: invoice) else { throw .unknownInvoice }
        if charge.isVoid { return [] }
        let currency = model[.basics].currency
        guard charge.paid == 0 else { throw .partlyPaid(paid: Money(charge.paid, currency)) }
        guard charge.takenBack == 0, charge.writtenOff == 0 else { throw .corrected }
        if let claim = account.insurance.openClaim(for: invoice) { throw .openClaim(claim.id) }
        let total = Money(charge.total, currency)
        return [
            .billing(
                .invoiceVoided(
                    InvoiceVoided(
                        invoice: invoice, patient: patient, total: total, reason: reason, chargedItems: charge.items)))
        ]
    }
}

struct VoidBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        VoidBody.init(reason:),
        field("reason", \.reason, .personal(.financial, .string(1...500)).described("Why the invoice is taken back."))
    ).described("Why an invoice is voided.").named("InvoiceVoiding")
}

extension BillingAPI {
    static let voidInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/void", id: "voidInvoice",
        summary: "Void an invoice",
        details: "Possible only if nothing is paid on it; refund payments first. The number is not used again.",
        tag: "Billing", for: FrontDesk.self,
        takes: .path("invoice_id", .invoiceID), .body(VoidBody.codec),
        answers: [.ok(InvoiceAnswer.codec, "The invoice as it is now")],
        problems: [.invoicePartlyPaid, .invoiceCorrected, .openClaim, .notFound], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(ClinicCommand(VoidInvoice(invoice: id, reason: body.reason), answer: .invoice(id)))
    }
}

extension Problem.Kind {
    static let invoiceCorrected = Problem.Kind(
        "invoice-corrected", 409, "A part of the invoice was credited or written off",
        means: "The invoice was corrected already, so that it cannot be voided.",
        remedy: "Issue a credit note for the rest.")
    static let invoicePartlyPaid = Problem.Kind(
        "invoice-partly-paid", 409, "Something is paid on the invoice; refund it first",
        means: "`paid` of the invoice is paid. Only an invoice without payments can be voided.",
        remedy: "Refund the payments first.",
        members: [.member("paid", Money.codec.described("The sum of all payments for the invoice."), example: .example)]
    )
}
