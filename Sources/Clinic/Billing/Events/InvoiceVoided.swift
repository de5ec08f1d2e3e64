public import EventSourcing
public import Identifiers
public import JSON

public struct InvoiceVoided: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let total: Money
    public let reason: Personal<String>
    /// The items of treatment plans that the invoice charged.
    public let chargedItems: [PlannedItem]

    public static let stored = StoredType("invoice-voided")
    public static let codec = object(
        InvoiceVoided.make(invoice:patient:total:reason:itemsIfAny:),
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("total", \.total, Money.codec),
        field("reason", \.reason, .personal(.financial, .string(max: 500))),
        optionalField("treatment_items", \.itemsIfAny, .array(PlannedItem.codec, 1...100)))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] + chargedItems.planTags }

    private static func make(
        invoice: ID<Invoice>, patient: ID<Patient>, total: Money, reason: Personal<String>, itemsIfAny: [PlannedItem]?
    ) -> InvoiceVoided {
        InvoiceVoided(
            invoice: invoice, patient: patient, total: total, reason: reason, chargedItems: itemsIfAny ?? [])
    }

    /// The charged items of treatment plans; `nil` if there are none, so that the event's JSON leaves the member out.
    private var itemsIfAny: [PlannedItem]? { chargedItems.isEmpty ? nil : chargedItems }
}
