public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that saves a new draft of an invoice, or replaces the contents of an open one. A draft charges nothing.
public struct SaveInvoiceDraft: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownDraft
        case draftEnded
        case unacceptable(IssueInvoice.Rejection)

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownDraft: .notFound
            case .draftEnded: Problem(.draftEnded)
            case .unacceptable(let rejection): rejection.problem
            }
        }
    }

    public let invoice: IssueInvoice
    /// Whether the command changes an open draft; if not, it saves a new one.
    public let isChange: Bool

    public init(_ invoice: IssueInvoice, isChange: Bool) {
        self.invoice = invoice
        self.isChange = isChange
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: invoice.patient)].isCurrent else { throw .unknownPatient }
        switch model[.invoiceDraft(invoice.invoice)] {
        case .none: if isChange { throw .unknownDraft }
        case .ended: throw .draftEnded
        // The patient of an invoice's draft cannot be changed.
        case .open(let draft): guard isChange, draft.patient == invoice.patient else { throw .unknownDraft }
        }
        let total: Money
        do throws(IssueInvoice.Rejection) {
            _ = try invoice.chargedRecord(&model)
            total = try invoice.charge(&model).total
        } catch { throw .unacceptable(error) }
        return [
            .draft(
                .saved(
                    InvoiceDraftSaved(
                        invoice: invoice.invoice, patient: invoice.patient, appointment: invoice.appointment,
                        lines: invoice.lines, paymentTerm: invoice.paymentTerm, total: total)))
        ]
    }
}

extension InvoiceDraftsAPI {
    private static let problems: [Problem.Kind] = [
        .draftEnded, .unknownService, .otherCurrency, .invoiceTotal, .treatmentItemStatus, .patientMerged, .notFound,
    ]

    static let createInvoiceDraft = Endpoint<ClinicAction>(
        .post, "/api/v1/invoice-drafts", id: "createInvoiceDraft", summary: "Save the draft of an invoice",
        details: "A draft has no number and charges nothing. It can be changed until it is issued or discarded.",
        tag: "Billing", for: FrontDesk.self, takes: .body(InvoiceDraft.codec),
        answers: [.created(InvoiceDrafts.codec, "The draft")], problems: problems, idempotency: .required
    ) { _, draft throws(Problem) in
        .creation { ids in
            let id: ID<Invoice> = ids()
            return ClinicCommand(
                SaveInvoiceDraft(draft.invoice(id), isChange: false),
                answer: .invoiceDraft(id, location: "/api/v1/invoice-drafts/\(id)"))
        }
    }

    static let changeInvoiceDraft = Endpoint<ClinicAction>(
        .put, "/api/v1/invoice-drafts/{draft_id}", id: "changeInvoiceDraft",
        summary: "Change the draft of an invoice",
        details: "The body replaces the draft, which must be of the same patient.",
        tag: "Billing", for: FrontDesk.self, takes: .path("draft_id", .draftID), .body(InvoiceDraft.codec),
        answers: [.ok(InvoiceDrafts.codec, "The draft as it is now")], problems: problems, idempotency: .accepted
    ) { _, id, draft throws(Problem) in
        .command(ClinicCommand(SaveInvoiceDraft(draft.invoice(id), isChange: true), answer: .invoiceDraft(id)))
    }
}

extension InvoiceDraft {
    fileprivate func invoice(_ id: ID<Invoice>) -> IssueInvoice {
        IssueInvoice(
            invoice: id, patient: patient, appointment: appointment, lines: lines, paymentTerm: paymentTerm,
            isAnother: isAnother)
    }
}

extension Problem.Kind {
    static let draftEnded = Problem.Kind(
        "draft-ended", 409, "The draft was issued or discarded",
        means: "The invoice is no draft any more.",
        remedy: "Show the invoice, or save a new draft.")
}
