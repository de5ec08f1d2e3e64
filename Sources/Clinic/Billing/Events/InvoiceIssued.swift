public import EventSourcing
public import Identifiers
public import JSON

/// An invoice was issued. Its lines and total never change; later events pay it, void it, credit it or write it off.
public struct InvoiceIssued: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    /// The invoice's number, such as `2026-000042`. The numbers of a clinic and year have no gaps.
    public let number: String
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public let lines: [InvoiceLine]
    public let total: Money
    public let issuedOn: CivilDate
    public let dueOn: CivilDate
    /// `true` if the invoice was issued from a draft; `nil` otherwise.
    public let isFromDraft: Bool?

    /// The part of the invoice's total that is tax, in minor units.
    public var tax: Int64 { lines.reduce(0) { $0 + ($1.tax ?? 0) } }

    /// The items of treatment plans that the invoice charges.
    public var chargedItems: [PlannedItem] { lines.compactMap { $0.treatment?.item } }

    public static let stored = StoredType("invoice-issued")
    public static let codec = object(
        InvoiceIssued.init(invoice:number:patient:appointment:lines:total:issuedOn:dueOn:isFromDraft:),
        field("invoice_id", \.invoice, .id()),
        field("number", \.number, .string(max: 40)),
        field("patient_id", \.patient, .id()),
        optionalField("appointment_id", \.appointment, .id()),
        field("lines", \.lines, .array(InvoiceLine.codec, 1...100)),
        field("total", \.total, Money.codec),
        field("issued_on", \.issuedOn, .date),
        field("due_on", \.dueOn, .date),
        optionalField("from_draft", \.isFromDraft, .bool))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.invoice(invoice), .patientAccount(patient), .invoiceNumbers, .invoiceNumbers(issuedOn)]
            + chargedItems.planTags
    }
}
