public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The draft of an invoice, as it is stored and sent.
public struct InvoiceDraftDocument: Hashable, Sendable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case draft, issued, discarded
    }

    public let id: ID<Invoice>
    public fileprivate(set) var version: Int64
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public fileprivate(set) var status: Status
    public fileprivate(set) var lines: [IssueInvoice.Line]
    public let paymentTerm: Int?
    public let total: Money
}

/// The read model `invoice_draft`: drafts of invoices, those issued or discarded included.
public enum InvoiceDrafts: ClinicReadModel {
    public static let table = DocumentTable("invoice_draft", key: "invoice_id", .uuid)
    public static let audience = DocumentAudience.allStaff

    public static let codec = object(
        InvoiceDraftDocument.init(id:version:patient:appointment:status:lines:paymentTerm:total:),
        field("id", \.id, .draftID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        optionalField(
            "appointment_id", \.appointment,
            .id().described("The appointment that will be charged; absent if none was named.")),
        field("status", \.status, .stringEnum.described("Whether it is still a draft.")),
        field("lines", \.lines, .array(IssueInvoice.Line.codec).described("The lines, as they were entered.")),
        optionalField(
            "payment_term_days", \.paymentTerm,
            .int(0...365).described("Days from the day of issue until the invoice is due; absent: the usual term.")),
        field(
            "total", \.total,
            Money.codec.described("The total by the prices and taxes of the time when it was saved."))
    ).described("The draft of an invoice. It has no number, and charges nothing.").named("SavedInvoiceDraft")

    public static let columns: [DocumentColumn<InvoiceDraftDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
    ]

    public static func person(of document: InvoiceDraftDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .draft(let event): [DocumentKey(event.invoice)]
        case .billing(.invoiceIssued(let issued)): issued.isFromDraft == true ? [DocumentKey(issued.invoice)] : []
        case .patient(let event): event.withoutTexts(\.drafts)
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.invoice) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .draft(.saved(let saved)) = event { [.patient(saved.patient)] } else { [] }
    }

    public static func fold(
        _ document: InvoiceDraftDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> InvoiceDraftDocument? {
        var draft = document
        draft?.version = recorded.position
        switch recorded.event {
        case .draft(.saved(let saved)):
            return InvoiceDraftDocument(
                id: saved.invoice, version: recorded.position, patient: saved.patient, appointment: saved.appointment,
                status: .draft, lines: saved.lines.map(\.unlessErased), paymentTerm: saved.paymentTerm,
                total: saved.total)
        case .draft(.discarded): draft?.status = .discarded
        case .billing(.invoiceIssued): draft?.status = .issued
        case .patient(.patientRecordsErased), .patient(.patientRecordsSealed):
            let lines = (document?.lines ?? []).map { $0.with(description: nil) }
            draft?.lines = lines
        default: return document
        }
        return draft
    }
}

extension IssueInvoice.Line {
    /// A copy of a line of an invoice's draft, without its text if the text was erased.
    fileprivate var unlessErased: IssueInvoice.Line { with(description: description?.unlessErased) }

    fileprivate func with(description: Personal<String>?) -> IssueInvoice.Line {
        IssueInvoice.Line(
            service: service, description: description, quantity: quantity, unitPrice: unitPrice, discount: discount,
            taxRate: taxRate, item: item)
    }
}

extension DocumentAnswer {
    static func invoiceDraft(_ id: ID<Invoice>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(InvoiceDrafts.self, DocumentKey(id), location: location)
    }
}
