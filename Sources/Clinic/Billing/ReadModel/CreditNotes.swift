public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A credit note, as it is stored and sent.
public struct CreditNoteDocument: Hashable, Sendable {
    public let id: ID<CreditNote>
    public var version: Int64
    public let number: String
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let amount: Money
    /// The part of the credit note's amount that is tax.
    public let tax: Money
    /// The part of the credit note's amount that had been paid, and became the patient's credit.
    public let credit: Money
    public let issuedOn: CivilDate
    public fileprivate(set) var reason: Personal<String>
}

/// The read model `credit_note`, with one row for each credit note.
public enum CreditNotes: ClinicReadModel {
    public static let table = DocumentTable("credit_note", key: "credit_note_id", .uuid)
    public static let audience = DocumentAudience.allStaff

    public static let codec = object(
        CreditNoteDocument.init(id:version:number:invoice:patient:amount:tax:credit:issuedOn:reason:),
        field("id", \.id, .creditNoteID),
        field("version", \.version, .version),
        field(
            "number", \.number,
            .string(max: 40).described(
                "The credit note's number, without gaps in each clinic and year, such as `C-2026-000042`.")),
        field("invoice_id", \.invoice, .invoiceID),
        field("patient_id", \.patient, .patientID),
        field("amount", \.amount, Money.codec.described("The amount that is taken back, with tax.")),
        field("tax", \.tax, Money.codec.described("The tax in the amount.")),
        field(
            "credit", \.credit,
            Money.codec.described("The part of the amount that had been paid, and is now the patient's credit.")),
        field("issued_on", \.issuedOn, .date.described("The day of issue, by the clinic's calendar.")),
        field(
            "reason", \.reason,
            .personal(.financial, .string(max: 500), placeholder: erasedText).described("Why it was issued."))
    ).described("A document that takes back a part of an invoice, or all of it.").named("CreditNote")

    public static let columns: [DocumentColumn<CreditNoteDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("number", .text) { .text($0.number) },
    ]

    public static func person(of document: CreditNoteDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.creditNotes)
        case .billing(.creditNoteIssued(let issued)): [DocumentKey(issued.creditNote)]
        default: []
        }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .billing(.creditNoteIssued) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.creditNote) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        guard case .billing(let event) = event else { return [] }
        return [.patient(event.accountChange.patient)]
    }

    public static func fold(
        _ document: CreditNoteDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> CreditNoteDocument? {
        if recorded.event.takesTexts {
            var document = document
            document?.version = recorded.position
            document?.reason = .erased
            return document
        }
        guard case .billing(.creditNoteIssued(let issued)) = recorded.event else { return document }
        let currency = issued.amount.currency
        return CreditNoteDocument(
            id: issued.creditNote, version: recorded.position, number: issued.number, invoice: issued.invoice,
            patient: issued.patient, amount: issued.amount, tax: Money(issued.tax, currency),
            credit: Money(issued.releasedAmount, currency), issuedOn: issued.issuedOn, reason: issued.reason)
    }
}

extension DocumentAnswer {
    static func creditNote(_ id: ID<CreditNote>) -> DocumentAnswer {
        DocumentAnswer(CreditNotes.self, DocumentKey(id), location: "/api/v1/credit-notes/\(id)")
    }
}
