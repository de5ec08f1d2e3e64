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
    /// The items of treatment plans that the invoice charged, if the credit note took back all that was left of the
    /// invoice; else empty. Events from before this was stored have none.
    public let itemsTakenBack: [PlannedItem]

    /// Whether the credit note took back the charge of an item of a treatment plan, so that it can be billed again.
    func takesBack(_ item: PlannedItem) -> Bool { itemsTakenBack.contains(item) }

    /// The part of the credit note's amount that had been paid, and became credit, in minor units.
    public var releasedAmount: Int64 { released.reduce(0) { $0 + $1.amount } }

    public static let stored = StoredType("credit-note-issued")
    public static let codec = object(
        CreditNoteIssued.make(creditNote:number:invoice:patient:amount:tax:released:issuedOn:reason:itemsIfAny:),
        field("credit_note_id", \.creditNote, .id()),
        field("number", \.number, .string(max: 40)),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("tax", \.tax, .int64),
        field("released", \.released, .array(CreditApplied.Part.codec)),
        field("issued_on", \.issuedOn, .date),
        field("reason", \.reason, .personal(.financial, .string(max: 500))),
        optionalField("treatment_items", \.itemsIfAny, .array(PlannedItem.codec, 1...100)))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.creditNote(creditNote), .patientAccount(patient), .creditNoteNumbers(issuedOn)] + itemsTakenBack.planTags
    }

    private static func make(
        creditNote: ID<CreditNote>, number: String, invoice: ID<Invoice>, patient: ID<Patient>, amount: Money,
        tax: Int64, released: [CreditApplied.Part], issuedOn: CivilDate, reason: Personal<String>,
        itemsIfAny: [PlannedItem]?
    ) -> CreditNoteIssued {
        CreditNoteIssued(
            creditNote: creditNote, number: number, invoice: invoice, patient: patient, amount: amount, tax: tax,
            released: released, issuedOn: issuedOn, reason: reason, itemsTakenBack: itemsIfAny ?? [])
    }

    /// The items whose charge was taken back; `nil` if there are none, so that the event's JSON leaves the member out.
    private var itemsIfAny: [PlannedItem]? { itemsTakenBack.isEmpty ? nil : itemsTakenBack }
}
