public import EventSourcing
public import Identifiers
import JSON

extension IssueInvoice {
    /// A line of a new invoice as the front desk enters it. If the line names a service, the service supplies a
    /// missing text and price.
    public struct Line: Hashable, Sendable {
        public let service: ID<Service>?
        /// The invoice line's own text, which replaces the service's name; `nil` for the service's name.
        public let description: Personal<String>?
        public let quantity: Quantity
        /// The price of one unit of this invoice line, without tax; `nil` for the service's price with the
        /// appointment's doctor.
        public let unitPrice: Money?
        public let discount: Money?
        /// The rate of tax on the invoice line; `nil` for the clinic's usual rate.
        public let taxRate: TaxRate?
        /// The done item of a treatment plan that the invoice line charges; `nil` for none.
        public let item: PlannedItem?

        public init(
            service: ID<Service>?, description: Personal<String>?, quantity: Quantity, unitPrice: Money?,
            discount: Money? = nil, taxRate: TaxRate? = nil, item: PlannedItem? = nil
        ) {
            self.service = service
            self.description = description
            self.quantity = quantity
            self.unitPrice = unitPrice
            self.discount = discount
            self.taxRate = taxRate
            self.item = item
        }

        /// The invoice line as the patient is charged. If the draft of the line has no text, price or rate of tax, the
        /// service's text and price and the clinic's rate of tax are used. If the line names an item of a treatment
        /// plan, the service and the price of the item are used instead.
        ///
        /// - Parameters:
        ///   - doctor: the doctor of the invoice's appointment; `nil` if it has none.
        ///   - done: the item of the treatment plan that the line names; `nil` if it names none.
        func charged(
            at index: Int, by settings: ClinicSettings, with doctor: ID<StaffMember>?,
            done: TreatmentPlan.DoneItem?
        ) throws(Rejection) -> InvoiceLine {
            var known: Service?
            let service = service ?? done?.service
            if let service {
                guard let found = settings.services[service] else { throw .unknownService(service) }
                known = found
            }
            let price = unitPrice ?? done?.fee ?? known?.details.price(with: doctor)
            for amount in [price, discount] {
                if let amount, amount.currency != settings.currency {
                    throw .otherCurrency(expected: settings.currency)
                }
            }
            guard
                let text = description.map(LineText.own) ?? known.map({ .name($0.details.name) }),
                let price, Money.bounds.contains(price.amount), quantity.isAllowed
            else { throw .incompleteLine(index: index) }
            let reduction = discount?.amount ?? 0
            let net = quantity.price(each: price.amount) - reduction
            guard Money.bounds.contains(net) else { throw .totalOutOfBounds }
            let rate = taxRate ?? settings.billing.taxRate
            return InvoiceLine(
                service: service, text: text, quantity: quantity, unitPrice: price.amount,
                discount: reduction == 0 ? nil : reduction, taxRate: rate == .zero ? nil : rate,
                tax: rate == .zero ? nil : rate.tax(on: net), treatment: done?.charged)
        }
    }
}

extension IssueInvoice.Line {
    static let codec = object(
        IssueInvoice.Line.init(service:description:quantity:unitPrice:discount:taxRate:item:),
        optionalField(
            "service_id", \.service,
            .id().described("The service that was done. Absent: `description` and `unit_price` must be there.")),
        optionalField(
            "description", \.description,
            .personal(.financial, .string(1...200)).described("The line's text; absent: the service's name.")),
        field(
            "quantity", \.quantity,
            Quantity.codec.described("How many times it is charged, with up to three decimals, such as 1.5.")),
        optionalField(
            "unit_price", \.unitPrice,
            Money.codec.described(
                "The price of one without tax, in the clinic's currency; absent: the service's price with the appointment's doctor."
            )),
        optionalField(
            "discount", \.discount,
            Money.unsignedCodec.described("The reduction of the line's price, before tax; absent: none.")),
        optionalField(
            "tax_percent", \.taxRate,
            TaxRate.codec.described(
                "The rate of tax in percent, which is added to the price; absent: the clinic's usual rate.")),
        optionalField(
            "treatment_item", \.item,
            PlannedItem.codec.described(
                """
                The done item of the patient's treatment plan that the line charges. The item supplies a missing \
                service and price. Its tooth, surfaces, doctor and date are copied to the line. Absent: the line \
                charges no item.
                """))
    ).described("A line of the invoice to issue.").named("InvoiceDraftLine")
}
