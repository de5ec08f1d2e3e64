public import EventSourcing
public import Identifiers
public import JSON

/// The text that replaces an erased text in documents.
let erasedText = "(erased)"

/// The text of an invoice line: a service's name, which is not personal, or free text.
public enum LineText: Hashable, Sendable {
    case name(String)
    case own(Personal<String>)

    /// The line's text as a personal value, since a document may hold a service's name or free text.
    var personal: Personal<String> {
        switch self {
        case .name(let name): Personal(name)
        case .own(let text): text
        }
    }

    /// The form of a line's text in events. A service's name is not encrypted, so that counting invoices needs no keys.
    static let codec: Codec<LineText> = .sealed(
        .string(min: 1, max: 200), label: Retention.financial.rawValue, plain: { .name($0) },
        opened: { .own(Personal($0)) }, { $0.personal.value },
        isSealed: { if case .own = $0 { true } else { false } }, erased: .own(.erased))
}

/// One line of an invoice, as it was charged.
public struct InvoiceLine: Hashable, Sendable {
    public let service: ID<Service>?
    public let text: LineText
    public let quantity: Int64
    /// The price of one unit, in minor units of the invoice's currency.
    public let unitPrice: Int64

    public init(service: ID<Service>?, text: LineText, quantity: Int64, unitPrice: Int64) {
        self.service = service
        self.text = text
        self.quantity = quantity
        self.unitPrice = unitPrice
    }

    public var amount: Int64 { quantity * unitPrice }

    var withoutText: InvoiceLine {
        InvoiceLine(service: service, text: .own(.erased), quantity: quantity, unitPrice: unitPrice)
    }
}

extension InvoiceLine {
    static let codec = object(
        InvoiceLine.init,
        optionalField("service_id", \.service, .id()),
        field("description", \.text, LineText.codec),
        field("quantity", \.quantity, .int64(1...1000)),
        field("unit_price", \.unitPrice, .int64(Money.bounds)))

    /// The form of an invoice line in documents.
    static let documentCodec = object(
        { InvoiceLine(service: $0, text: .own($1), quantity: $2, unitPrice: $3) },
        optionalField(
            "service_id", \.service, .id().described("The service that was done; absent if the line names none.")),
        field(
            "description", \.text.personal,
            .personal(.financial, .string(min: 1, max: 200), placeholder: erasedText).described("The line's text.")),
        field("quantity", \.quantity, .int64(1...1000).described("How many times it is charged.")),
        field("unit_price", \.unitPrice, .minorUnits("The price of one; a discount is negative.", Money.bounds))
    ).described("A line of an invoice, as it was charged.").named("InvoiceLine")
}

/// An invoice was issued. It never changes; it can only be voided.
public struct InvoiceIssued: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    /// The invoice's number, gapless in each clinic and year: `2026-000042`.
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
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.invoice(invoice), .patientAccount(patient), .invoiceNumbers, .invoiceNumbers(issuedOn)]
    }
}

public struct InvoiceVoided: EventPayload, Hashable {
    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let total: Money
    public let reason: Personal<String>

    public static let stored = StoredType("invoice-voided")
    public static let codec = object(
        InvoiceVoided.init,
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("total", \.total, Money.codec),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.invoice(invoice), .patientAccount(patient)] }
}
