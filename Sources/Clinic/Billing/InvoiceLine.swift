public import EventSourcing
public import Identifiers
import JSON

/// The text of an invoice line: a service's name, which is not personal, or free text.
public enum LineText: Hashable, Sendable {
    case name(String)
    case own(Personal<String>)

    /// The text of an invoice line as a personal value. Documents store a service's name and free text alike in this
    /// form.
    var personal: Personal<String> {
        switch self {
        case .name(let name): Personal(name)
        case .own(let text): text
        }
    }

    /// The form of an invoice line's text in events. A service's name is not encrypted, so that an invoice without free
    /// text can be read without keys.
    static let codec: Codec<LineText> = .sealed(
        .string(min: 1, max: 200), label: Retention.financial.rawValue, plain: { .name($0) },
        opened: { .own(Personal($0)) }, { $0.personal.value },
        isSealed: { if case .own = $0 { true } else { false } }, erased: .own(.erased))
}

/// One line of an invoice, with the amounts that were charged.
public struct InvoiceLine: Hashable, Sendable {
    public let service: ID<Service>?
    public let text: LineText
    public let quantity: Quantity
    /// The price of one unit without tax, in minor units of the invoice's currency.
    public let unitPrice: Int64
    /// The reduction of the invoice line's price before tax, in minor units; `nil` for none.
    public let discount: Int64?
    public let taxRate: TaxRate?
    /// The tax on the invoice line, in minor units; `nil` for none.
    public let tax: Int64?
    /// The work from a treatment plan that the invoice line charges; `nil` for none.
    public let treatment: ChargedTreatment?

    public init(
        service: ID<Service>?, text: LineText, quantity: Quantity, unitPrice: Int64, discount: Int64? = nil,
        taxRate: TaxRate? = nil, tax: Int64? = nil, treatment: ChargedTreatment? = nil
    ) {
        self.service = service
        self.text = text
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.discount = discount
        self.taxRate = taxRate
        self.tax = tax
        self.treatment = treatment
    }

    /// The invoice line's price without tax, less its discount, in minor units.
    public var net: Int64 { quantity.price(each: unitPrice) - (discount ?? 0) }
    /// The invoice line's price with tax, less its discount, in minor units.
    public var amount: Int64 { net + (tax ?? 0) }

    var withoutText: InvoiceLine {
        InvoiceLine(
            service: service, text: .own(.erased), quantity: quantity, unitPrice: unitPrice, discount: discount,
            taxRate: taxRate, tax: tax, treatment: treatment)
    }
}

extension InvoiceLine {
    /// An invoice line from a stored document, which does not say whether the text is a service's name.
    private init(
        service: ID<Service>?, personal: Personal<String>, quantity: Quantity, unitPrice: Int64, discount: Int64?,
        taxRate: TaxRate?, tax: Int64?, treatment: ChargedTreatment?
    ) {
        self.init(
            service: service, text: .own(personal), quantity: quantity, unitPrice: unitPrice, discount: discount,
            taxRate: taxRate, tax: tax, treatment: treatment)
    }

    /// The JSON that an invoice line has in events.
    static let codec = object(
        InvoiceLine.init(service:text:quantity:unitPrice:discount:taxRate:tax:treatment:),
        optionalField("service_id", \.service, .id()),
        field("description", \.text, LineText.codec),
        field("quantity", \.quantity, Quantity.codec),
        field("unit_price", \.unitPrice, .int64(Money.bounds)),
        optionalField("discount", \.discount, .int64(0...Money.bounds.upperBound)),
        optionalField("tax_percent", \.taxRate, TaxRate.codec),
        optionalField("tax", \.tax, .int64),
        optionalField("treatment", \.treatment, ChargedTreatment.codec))

    /// The JSON that an invoice line has in documents.
    static let documentCodec = object(
        InvoiceLine.init(service:personal:quantity:unitPrice:discount:taxRate:tax:treatment:),
        optionalField("service_id", \.service, .id()),
        field(
            "description", \.text.personal,
            .personal(.financial, .string(min: 1, max: 200), placeholder: erasedText)),
        field("quantity", \.quantity, Quantity.codec),
        field("unit_price", \.unitPrice, .int64(Money.bounds)),
        optionalField("discount", \.discount, .int64(0...Money.bounds.upperBound)),
        optionalField("tax_percent", \.taxRate, TaxRate.codec),
        optionalField("tax", \.tax, .int64),
        optionalField("treatment", \.treatment, ChargedTreatment.codec))
}
