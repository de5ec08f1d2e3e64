public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that issues an invoice from its draft. A line of the draft without a price or a tax rate gets the price
/// or the tax rate that holds when the invoice is issued. The invoice keeps the draft's id.
public struct IssueInvoiceDraft: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case fault(DraftFault)
        case unacceptable(IssueInvoice.Rejection)

        public var problem: Problem {
            switch self {
            case .fault(let fault): fault.problem
            case .unacceptable(let rejection): rejection.problem
            }
        }
    }

    public let invoice: ID<Invoice>
    /// Whether the invoice is permitted even if another invoice charges the appointment already.
    public let isAnother: Bool

    public init(_ invoice: ID<Invoice>, isAnother: Bool = false) {
        self.invoice = invoice
        self.isAnother = isAnother
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let draft: InvoiceDraftSaved
        do throws(DraftFault) { draft = try model.openDraft(invoice) } catch { throw .fault(error) }
        do throws(IssueInvoice.Rejection) {
            return try IssueInvoice(draft: draft, isAnother: isAnother).decide(&model, at: now)
        } catch { throw .unacceptable(error) }
    }
}

/// The command that discards the draft of an invoice, which then cannot be issued or changed.
public struct DiscardInvoiceDraft: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case fault(DraftFault)

        public var problem: Problem {
            switch self {
            case .fault(let fault): fault.problem
            }
        }
    }

    public let invoice: ID<Invoice>

    public init(_ invoice: ID<Invoice>) { self.invoice = invoice }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let draft: InvoiceDraftSaved
        do throws(DraftFault) { draft = try model.openDraft(invoice) } catch { throw .fault(error) }
        return [.draft(.discarded(InvoiceDraftDiscarded(invoice: invoice, patient: draft.patient)))]
    }
}

extension DraftFault {
    fileprivate var problem: Problem {
        switch self {
        case .unknown: .notFound
        case .ended: Problem(.draftEnded)
        }
    }
}

struct DraftIssuing: Sendable {
    let isAnother: Bool

    static let codec = object(
        DraftIssuing.init(isAnother:),
        field(
            "another", \.isAnother,
            .bool.described("Whether the appointment may have another invoice already."), default: false)
    ).described("How a draft is issued.").named("DraftIssuing")
}

extension InvoiceDraftsAPI {
    static let issueInvoiceDraft = Endpoint<ClinicAction>(
        .post, "/api/v1/invoice-drafts/{draft_id}/issue", id: "issueInvoiceDraft", summary: "Issue a draft",
        details: """
            Gives the invoice the next number of the clinic and year, with the prices and taxes of now. It keeps the \
            draft's id. Send the same `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("draft_id", .draftID), .body(DraftIssuing.codec),
        answers: [.created(InvoiceAnswer.codec, "The invoice")],
        problems: [
            .draftEnded, .alreadyInvoiced, .unknownService, .otherCurrency, .invoiceTotal, .treatmentItemStatus,
            .notFound,
        ],
        idempotency: .required
    ) { _, id, body throws(Problem) in
        .command(
            ClinicCommand(
                IssueInvoiceDraft(id, isAnother: body.isAnother),
                answer: .invoice(id, location: "/api/v1/invoices/\(id)")))
    }

    static let discardInvoiceDraft = Endpoint<ClinicAction>(
        .post, "/api/v1/invoice-drafts/{draft_id}/discard", id: "discardInvoiceDraft", summary: "Discard a draft",
        details: "Nothing was charged by it, and no number was used.",
        tag: "Billing", for: FrontDesk.self, takes: .path("draft_id", .draftID),
        answers: [.ok(InvoiceDrafts.codec, "The draft, which is discarded")], problems: [.draftEnded, .notFound],
        idempotency: .accepted
    ) { _, id throws(Problem) in
        .command(ClinicCommand(DiscardInvoiceDraft(id), answer: .invoiceDraft(id)))
    }
}
