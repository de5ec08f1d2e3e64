public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Gives up the open amount of an invoice. Payments for it stay as they are.
public struct WriteOffInvoice: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownInvoice
        case invoiceIsVoid
        case nothingOpen

        public var problem: Problem {
            switch self {
            case .unknownInvoice: .notFound
            case .invoiceIsVoid: Problem(.invoiceVoid)
            case .nothingOpen: Problem(.invoiceSettled)
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
        guard
            let patient = model[.invoiceOwner(invoice)].patient,
            let charge = model[.patientAccount(patient)][invoice]
        else { throw .unknownInvoice }
        guard !charge.isVoid else { throw .invoiceIsVoid }
        guard charge.open > 0 else { throw .nothingOpen }
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

/// A reason for a change of a patient's account.
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
        problems: [.invoiceVoid, .invoiceSettled, .notFound], idempotency: .required
    ) { _, id, body throws(Problem) in
        .command(ClinicCommand(WriteOffInvoice(invoice: id, reason: body.reason), answer: .invoice(id)))
    }
}
