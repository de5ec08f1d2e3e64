public import EventSourcing
public import Identifiers
import JSON

/// The text of an invoice line: a service's name, which is not personal, or free text.
public enum LineText: Hashable, Sendable {
    case name(String)
    case own(Personal<String>)

    /// The line's text as a personal value, since documents do not distinguish a service's name from free text.
    var personal: Personal<String> {
        switch self {
        case .name(let name): Personal(name)
        case .own(let text): text
        }
    }

    /// The form of a line's text in events. A service's name is not encrypted, so that an invoice without free text can
    /// be read without keys.
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
    /// A line from a document, which does not say whether the text is a service's name.
    private init(service: ID<Service>?, personal: Personal<String>, quantity: Int64, unitPrice: Int64) {
        self.init(service: service, text: .own(personal), quantity: quantity, unitPrice: unitPrice)
    }

    /// The form of an invoice line in events.
    static let codec = object(
        InvoiceLine.init(service:text:quantity:unitPrice:),
        optionalField("service_id", \.service, .id()),
        field("description", \.text, LineText.codec),
        field("quantity", \.quantity, .int64(1...1000)),
        field("unit_price", \.unitPrice, .int64(Money.bounds)))

    /// The form of an invoice line in documents.
    static let documentCodec = object(
        InvoiceLine.init(service:personal:quantity:unitPrice:),
        optionalField("service_id", \.service, .id()),
        field(
            "description", \.text.personal,
            .personal(.financial, .string(min: 1, max: 200), placeholder: erasedText)),
        field("quantity", \.quantity, .int64(1...1000)),
        field("unit_price", \.unitPrice, .int64(Money.bounds)))
}
