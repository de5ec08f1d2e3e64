public import EventSourcing
public import Identifiers
public import JSON

public enum PaymentMethod: String, CaseIterable, Hashable, Sendable {
    case cash, card
    case bankTransfer = "bank_transfer"
    case insurance, other
}

/// A part of a payment that pays an invoice, in minor units.
public struct Allocation: Hashable, Sendable {
    public let invoice: ID<Invoice>
    public let amount: Int64

    public init(invoice: ID<Invoice>, amount: Int64) {
        self.invoice = invoice
        self.amount = amount
    }
}

extension Allocation {
    static let codec = object(
        Allocation.init, field("invoice_id", \.invoice, .invoiceID),
        field(
            "amount", \.amount,
            .minorUnits("The part of the payment that pays the invoice.", 1...Money.bounds.upperBound))
    ).described("The part of a payment that pays one invoice.").named("Allocation")
}

/// A payment was received. Allocations and credit add up to the amount.
public struct PaymentRecorded: EventPayload, Hashable {
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    public let allocations: [Allocation]
    /// The part of the payment that no invoice needed, in minor units. The patient can use it later.
    public let credit: Int64
    /// The payment's reference at the card terminal or bank.
    public let reference: Personal<String>?

    public static let stored = StoredType("payment-recorded")
    public static let codec = object(
        PaymentRecorded.init,
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("allocations", \.allocations, .array(Allocation.codec)),
        field("credit", \.credit, .int64),
        optionalField("reference", \.reference, .personal(.financial, .string(max: 100))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.payment(payment), .patientAccount(patient)] }
}

/// Credit of earlier payments pays an invoice.
public struct CreditApplied: EventPayload, Hashable {
    public struct Part: Hashable, Sendable {
        public let payment: ID<Payment>
        public let amount: Int64

        static let codec = object(
            Part.init, field("payment_id", \.payment, .id()), field("amount", \.amount, .int64))
    }

    public let invoice: ID<Invoice>
    public let patient: ID<Patient>
    public let parts: [Part]

    public var amount: Int64 { parts.reduce(0) { $0 + $1.amount } }

    public static let stored = StoredType("credit-applied")
    public static let codec = object(
        CreditApplied.init,
        field("invoice_id", \.invoice, .id()),
        field("patient_id", \.patient, .id()),
        field("parts", \.parts, .array(Part.codec)))
    public var tags: [Tag] { [.patientAccount(patient)] }
}

/// Money was paid back: from the payment's credit first, then from the invoices that it paid.
public struct PaymentRefunded: EventPayload, Hashable {
    public let refund: ID<Refund>
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    public let fromCredit: Int64
    public let fromInvoices: [Allocation]
    public let reason: Personal<String>

    public static let stored = StoredType("payment-refunded")
    public static let codec = object(
        PaymentRefunded.init,
        field("refund_id", \.refund, .id()),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("from_credit", \.fromCredit, .int64),
        field("from_invoices", \.fromInvoices, .array(Allocation.codec)),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.patientAccount(patient)] }
}

/// A refund, as the entity of its id.
public enum Refund {}
