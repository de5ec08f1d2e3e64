public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that writes off the open amount of an invoice: the patient no longer owes it. Payments for the invoice
/// stay as they are.
public struct WriteOffInvoice: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notOpen(NotOpen)
        case openClaim(ID<InsuranceClaim>)

        public var problem: Problem {
            switch self {
            case .notOpen(let rejection): rejection.problem
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
        let (patient, account, charge) = try model.openCharge(of: invoice, else: Rejection.notOpen)
        if let claim = account.insurance.openClaim(for: invoice) { throw .openClaim(claim.id) }
        let basics = model[.basics]
        return [
            .billing(
                .invoiceWrittenOff(
                    InvoiceWrittenOff(
                        invoice: invoice, patient: patient, amount: Money(charge.open, basics.currency),
                        writtenOffOn: basics.zone.date(of: now), reason: reason)))
        ]
    }
}

/// The body of a request to write off an invoice, or to mark a payment as recorded by mistake: the reason.
struct AccountingReason: Sendable {
    let reason: Personal<String>

    static let codec = object(
        AccountingReason.init(reason:),
        field("reason", \.reason, .personal(.financial, .string(1...500)).described("Why it is done."))
    ).described("A reason for the books.").named("AccountingReason")
}

extension BillingAPI {
    static let writeOffInvoice = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/write-off", id: "writeOffInvoice", summary: "Write off an invoice",
        details: "The clinic gives up the open amount. Payments for the invoice stay as they are.",
        tag: "Billing", for: FrontDesk.self, takes: .path("invoice_id", .invoiceID), .body(AccountingReason.codec),
        answers: [.ok(InvoiceAnswer.codec, "The invoice as it is now")],
        problems: [.invoiceVoid, .invoiceSettled, .openClaim, .notFound], idempotency: .required
    ) { _, id, body throws(Problem) in
        .command(ClinicCommand(WriteOffInvoice(invoice: id, reason: body.reason), answer: .invoice(id)))
    }
}
