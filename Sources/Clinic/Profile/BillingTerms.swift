public import JSON

/// The clinic's usual terms for invoices.
public struct BillingTerms: Hashable, Sendable {
    /// The tax rate of an invoice line that names none.
    public let taxRate: TaxRate
    /// The usual number of days from an invoice's issue until it is due.
    public let paymentTermDays: Int

    /// The multiple of minor units to which sums that are paid in cash are rounded; `nil` if sums are not rounded.
    public let cashRounding: Int?

    public static let standard = BillingTerms(taxRate: .zero, paymentTermDays: 14)

    /// Creates billing terms.
    ///
    /// - Parameter cashRounding: 0, 1 and `nil` mean that sums that are paid in cash are not rounded.
    public init(taxRate: TaxRate, paymentTermDays: Int, cashRounding: Int? = nil) {
        self.taxRate = taxRate
        self.paymentTermDays = paymentTermDays
        self.cashRounding = cashRounding.flatMap { $0 > 1 ? $0 : nil }
    }
}

extension BillingTerms {
    public static let codec = object(
        BillingTerms.init(taxRate:paymentTermDays:cashRounding:),
        field(
            "tax_percent", \.taxRate,
            TaxRate.codec.described("The rate of tax in percent, for lines of invoices that name none.")),
        field(
            "payment_term_days", \.paymentTermDays,
            .int(0...365).described("Days from the day of issue until an invoice is due.")),
        optionalField(
            "cash_rounding", \.cashRounding,
            .int(0...CashRounding.mostUnit).described(
                "The multiple of minor units to which a sum is rounded that is paid in cash, such as 5 in Switzerland; absent or 0: not "
                    + "rounded."))
    ).described("The clinic's usual terms for invoices.")
}
