public import EventSourcing
public import Identifiers
public import JSON

/// A credit note took back a part of an invoice, or all of it. It reduced the open amount first; the rest was paid
/// already, and became the patient's credit.
public struct CreditNoteIssued: EventPayload, Hashable {
    public let creditNote: ID<CreditNote>
    /// The credit note's number, gapless in each clinic and year: `C-2026-000042`.
    public let number: String
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let amount: Money
    /// The part of the credit note's amount that is tax, in minor units.
    public let tax: Int64
    /// The parts of payments that were allocated to the invoice until the credit note made them the patient's credit.
    public let released: [CreditApplied.Part]
    public let issuedOn: CivilDate
    public let reason: Personal<String>

    /// The part of the credit note's amount that had been paid, and became credit, in minor units.
    public var releasedAmount: Int64 { released.reduce(0) { $0 + $1.amount } }

    public static let stored = StoredType("credit-note-issued")
    public static let codec = object(
        CreditNoteIssued.init(creditNote:number:invoice:patient:amount:tax:released:issuedOn:reason:),
        field("credit_note_id", \.creditNote, .id()),
        field("number", \.number, .string(max: 40)),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("tax", \.tax, .int64),
        field("released", \.released, .array(CreditApplied.Part.codec)),
        field("issued_on", \.issuedOn, .date),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.creditNote(creditNote), .patientAccount(patient), .creditNoteNumbers(issuedOn)] }
}
