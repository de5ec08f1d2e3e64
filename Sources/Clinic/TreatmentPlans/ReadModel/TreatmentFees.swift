import JSON

/// The sums of the fees of a treatment plan's items, without tax.
public struct TreatmentFees: Hashable, Sendable {
    /// The sum of the fees of all items of the treatment plan that the patient accepted, scheduled, done and billed
    /// ones included.
    public private(set) var agreed: Money
    /// The sum of the fees of the treatment plan's items that are done and not yet billed.
    public private(set) var toBill: Money
    public private(set) var billed: Money

    init(currency: Currency) {
        (agreed, toBill, billed) = (Money(0, currency), Money(0, currency), Money(0, currency))
    }

    private init(agreed: Money, toBill: Money, billed: Money) {
        self.agreed = agreed
        self.toBill = toBill
        self.billed = billed
    }

    /// Adds the fee of a treatment plan's item to the sums that include items with the given status.
    mutating func add(_ fee: Int64, _ status: TreatmentItemStatus) {
        switch status {
        case .proposed, .declined, .cancelled: return
        case .accepted, .scheduled: break
        case .done: toBill = Money(toBill.amount + fee, toBill.currency)
        case .billed: billed = Money(billed.amount + fee, billed.currency)
        }
        agreed = Money(agreed.amount + fee, agreed.currency)
    }

    static let codec = object(
        TreatmentFees.init(agreed:toBill:billed:),
        field(
            "agreed", \.agreed,
            Money.codec.described(
                """
                The sum of the fees of all items that the patient accepted. Scheduled, done and billed items are \
                included.
                """
            )
        ),
        field(
            "to_bill", \.toBill,
            Money.codec.described("The sum of the fees of the items that are done and not yet billed.")),
        field("billed", \.billed, Money.codec.described("The sum of the fees of the billed items."))
    ).described("The sums of the fees of a treatment plan's items, without tax.").named("TreatmentFees")
}
