public import EventSourcing
public import Identifiers
public import JSON

/// A payment had been recorded by mistake. Its number stays used.
public struct PaymentEnteredInError: EventPayload, Hashable {
    public let payment: ID<Payment>
    public let patient: ID<Patient>
    public let amount: Money
    public let method: PaymentMethod
    /// The invoices that it had paid, which are open again.
    public let allocations: [Allocation]
    /// The credit that it had left, in minor units.
    public let credit: Int64
    /// The day and drawer of the payment; absent if its event names none.
    public let receivedOn: CivilDate?
    public let drawer: CashDrawer?
    public let reason: Personal<String>

    public static let stored = StoredType("payment-entered-in-error")
    public static let codec = object(
        PaymentEnteredInError.init(
            payment:patient:amount:method:allocations:credit:receivedOn:drawer:reason:),
        field("payment_id", \.payment, .id()),
        field("patient_id", \.patient, .id()),
        field("amount", \.amount, Money.codec),
        field("method", \.method, .stringEnum),
        field("allocations", \.allocations, .array(Allocation.codec)),
        field("credit", \.credit, .int64),
        optionalField("received_on", \.receivedOn, .date),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        field("reason", \.reason, .personal(.financial, .string(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.payment(payment), .patientAccount(patient)] + Tag.drawerDays(drawer, receivedOn)
    }
}

extension Tag {
    /// The tag of a drawer's day; none for money that was recorded before days were closed.
    static func drawerDays(_ drawer: CashDrawer?, _ date: CivilDate?) -> [Tag] {
        if let drawer, let date { [.drawerDay(drawer, date)] } else { [] }
    }
}
