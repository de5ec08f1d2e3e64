public import EventSourcing
public import Identifiers
public import JSON

/// One position of an invoice, as it was charged.
public struct InvoiceLine: Hashable, Sendable {
    public let service: ID<Service>?
    public let description: String
    public let quantity: Int64
    /// Minor units of the invoice's currency.
    public let unitPrice: Int64

    public init(service: ID<Service>?, description: String, quantity: Int64, unitPrice: Int64) {
        self.service = service
        self.description = description
        self.quantity = quantity
        self.unitPrice = unitPrice
    }

    public var amount: Int64 { quantity * unitPrice }
}

extension InvoiceLine {
    static let codec = object(
        InvoiceLine.init,
        optionalField("service_id", \.service, .id()),
        field("description", \.description, .string(min: 1, max: 200)),
        field("quantity", \.quantity, .int64(1...1000)),
        field("unit_price", \.unitPrice, .int64(Money.bounds))
    ).named("InvoiceLine")
}

/// An invoice never changes once it is issued; it can only be voided.
public struct InvoiceIssued: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    /// Gapless in each clinic and year: `2026-000042`.
    public let number: String
    public let patient: ID<Patient>
    public let appointment: ID<Appointment>?
    public let lines: [InvoiceLine]
    public let total: Money
    public let issuedOn: CivilDate
    public let dueOn: CivilDate

    public static let stored = StoredType("invoice-issued")
    public static let codec = object(
        InvoiceIssued.init,
        field("invoice_id", \.invoice, .id()),
        field("number", \.number, .string(max: 40)),
        field("patient_id", \.patient, .id()),
        optionalField("appointment_id", \.appointment, .id()),
        field("lines", \.lines, .array(InvoiceLine.codec, 1...100)),
        field("total", \.total, Money.codec),
        field("issued_on", \.issuedOn, .date),
        field("due_on", \.dueOn, .date))
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient), .invoiceNumbers] }
}

public struct InvoiceVoided: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let total: Money
    public let reason: String

    public static let stored = StoredType("invoice-voided")
    public static let codec = object(
        InvoiceVoided.init,
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("total", \.total, Money.codec),
        field("reason", \.reason, .string(max: 500)))
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
