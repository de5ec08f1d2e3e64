import EventSourcing
import Identifiers
import JSON

/// The JSON of an invoice in an answer. The front desk and patients receive the same JSON, but only lists for the front
/// desk contain the patient's card.
struct InvoiceAnswer: Sendable {
    let id: ID<Invoice>
    let version: Int64
    let number: String
    let patient: ID<Patient>
    let appointment: ID<Appointment>?
    let status: InvoiceDocument.Status
    let lines: [Line]
    let total: Money
    let paid: Money
    let balance: Money
    let issuedOn: CivilDate
    let dueOn: CivilDate
    let voidReason: Personal<String>?
    let receipts: [Receipt]
    let tax: Money
    let credited: Money
    let writtenOff: Money
    let writeOffReason: Personal<String>?
    let creditNotes: [ID<CreditNote>]
    let instalments: [InstalmentPart]
    let withPayers: Money
    let patientShare: Money
    /// The card of the invoice's patient; `nil` except in lists for the front desk.
    let card: PatientCard?

    struct Line: Sendable {
        let service: ID<Service>?
        let description: Personal<String>
        let quantity: Quantity
        let unitPrice: Money
        let discount: Money
        let taxRate: TaxRate
        let tax: Money
        let amount: Money
        let treatment: ChargedTreatment?
    }

    /// The part of one payment that pays the invoice.
    struct Receipt: Sendable {
        let payment: ID<Payment>
        let amount: Money
        let method: PaymentMethod?
        let receivedAt: Instant
    }
}

extension InvoiceAnswer {
    static let codec = object(
        InvoiceAnswer.init(
            id:version:number:patient:appointment:status:lines:total:paid:balance:issuedOn:dueOn:voidReason:receipts:
            tax:credited:writtenOff:writeOffReason:creditNotes:instalments:withPayers:patientShare:card:),
        field("id", \.id, .invoiceID),
        field("version", \.version, .version),
        field(
            "number", \.number,
            .string(max: 40).described(
                "The invoice's number, without gaps in each clinic and year, such as `2026-000042`.")),
        field("patient_id", \.patient, .patientID),
        optionalField(
            "appointment_id", \.appointment,
            .id().described("The appointment that is charged; absent if none was named.")),
        field("status", \.status, .stringEnum.described("Whether it is paid, or void.")),
        field("lines", \.lines, .array(Line.codec).described("The lines that are charged.")),
        field("total", \.total, Money.codec.described("The sum of all lines, with tax.")),
        field("paid", \.paid, Money.codec.described("The sum of all payments for it.")),
        field("balance", \.balance, Money.codec.described("The sum that is still to be paid.")),
        field("issued_on", \.issuedOn, .date.described("The day of issue, by the clinic's calendar.")),
        field(
            "due_on", \.dueOn, .date.described("The last day to pay it in time (inclusive), by the clinic's calendar.")),
        optionalField(
            "void_reason", \.voidReason,
            .personal(.financial, .string(max: 500)).described("Why it was taken back; absent unless it is void.")),
        field("receipts", \.receipts, .array(Receipt.codec).described("The payments that pay it.")),
        field("tax", \.tax, Money.codec.described("The tax in the total.")),
        field(
            "credited", \.credited,
            Money.codec.described("The sum that credit notes and refunds as goodwill took back.")),
        field("written_off", \.writtenOff, Money.codec.described("The sum that the clinic gave up.")),
        optionalField(
            "write_off_reason", \.writeOffReason,
            .personal(.financial, .string(max: 500)).described(
                "Why the clinic gave up the open amount; absent unless it did.")),
        field(
            "credit_notes", \.creditNotes,
            .array(.id()).described("The ids of its credit notes, in their order.")),
        field(
            "instalments", \.instalments,
            .array(InstalmentPart.codec).described("The instalments that were agreed; empty: none.")),
        field(
            "with_payers", \.withPayers,
            Money.codec.described("The part of the balance that submitted claims ask payers for.")),
        field(
            "patient_share", \.patientShare,
            Money.codec.described("The part of the balance that no submitted claim asks a payer for.")),
        optionalField(
            "patient", \.card, PatientCard.codec.described("The patient; only in lists for the front desk."))
    ).described("An invoice with what is paid on it.").named("Invoice")

    init(_ document: InvoiceDocument, of card: PatientCard? = nil) {
        let currency = document.total.currency
        self.init(
            id: document.id, version: document.version, number: document.number, patient: document.patient,
            appointment: document.appointment, status: document.status,
            lines: document.lines.map { Line($0, currency) }, total: document.total,
            paid: Money(document.paid, currency), balance: Money(document.balance, currency),
            issuedOn: document.issuedOn, dueOn: document.dueOn, voidReason: document.voidReason,
            receipts: document.receipts.map { Receipt($0, currency) },
            tax: Money(document.lines.reduce(0) { $0 + ($1.tax ?? 0) }, currency),
            credited: Money((document.credited ?? 0) + (document.goodwill ?? 0), currency),
            writtenOff: Money(document.writtenOff ?? 0, currency), writeOffReason: document.writeOffReason,
            creditNotes: document.creditNotes ?? [],
            instalments: document.instalmentParts, withPayers: Money(document.withPayers ?? 0, currency),
            patientShare: Money(document.balance - (document.withPayers ?? 0), currency), card: card)
    }
}

extension InvoiceAnswer.Line {
    static let codec = object(
        InvoiceAnswer.Line.init(service:description:quantity:unitPrice:discount:taxRate:tax:amount:treatment:),
        optionalField(
            "service_id", \.service, .id().described("The service that was done; absent if the line names none.")),
        field(
            "description", \.description,
            .personal(.financial, .string(min: 1, max: 200), placeholder: erasedText).described("The line's text.")),
        field(
            "quantity", \.quantity, Quantity.codec.described("How many times it is charged, with up to three decimals.")
        ),
        field("unit_price", \.unitPrice, Money.codec.described("The price of one without tax.")),
        field("discount", \.discount, Money.codec.described("The reduction of the line's price, before tax.")),
        field("tax_percent", \.taxRate, TaxRate.codec.described("The rate of tax in percent.")),
        field("tax", \.tax, Money.codec.described("The tax on the line.")),
        field("amount", \.amount, Money.codec.described("The amount of the line, with tax.")),
        optionalField(
            "treatment", \.treatment,
            ChargedTreatment.codec.described("The work of a treatment plan that the line charges; absent: none."))
    ).described("A line of an invoice, as it was charged.").named("InvoiceLine")

    init(_ line: InvoiceLine, _ currency: Currency) {
        self.init(
            service: line.service, description: line.text.personal, quantity: line.quantity,
            unitPrice: Money(line.unitPrice, currency), discount: Money(line.discount ?? 0, currency),
            taxRate: line.taxRate ?? .zero, tax: Money(line.tax ?? 0, currency), amount: Money(line.amount, currency),
            treatment: line.treatment)
    }
}

extension InvoiceAnswer.Receipt {
    static let codec = object(
        InvoiceAnswer.Receipt.init(payment:amount:method:receivedAt:),
        field("payment_id", \.payment, .paymentID),
        field("amount", \.amount, Money.codec.described("The part of the payment that pays this invoice.")),
        optionalField(
            "method", \.method,
            .stringEnum.described("How it was paid; absent if credit of an earlier payment was used.")),
        field(
            "received_at", \.receivedAt,
            .instant.described("When the payment was received, or the credit used, in UTC."))
    ).described("A payment's part in an invoice.").named("InvoiceReceipt")

    init(_ receipt: InvoiceDocument.Receipt, _ currency: Currency) {
        self.init(
            payment: receipt.payment, amount: Money(receipt.amount, currency), method: receipt.method,
            receivedAt: receipt.receivedAt)
    }
}
