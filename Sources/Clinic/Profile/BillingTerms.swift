public import JSON

/// The clinic's usual terms for invoices.
public struct BillingTerms: Hashable, Sendable {
    /// The rate of tax of a line that names none.
    public let taxRate: TaxRate
    /// The number of days until an invoice is due.
    public let paymentTermDays: Int

    public static let standard = BillingTerms(taxRate: .zero, paymentTermDays: 14)

    public init(taxRate: TaxRate, paymentTermDays: Int) {
        self.taxRate = taxRate
        self.paymentTermDays = paymentTermDays
    }
}

extension BillingTerms {
    public static let codec = object(
        BillingTerms.init(taxRate:paymentTermDays:),
        field(
            "tax_percent", \.taxRate,
            TaxRate.codec.described("The rate of tax in percent, for lines of invoices that name none.")),
        field(
            "payment_term_days", \.paymentTermDays,
            .int(0...365).described("Days from the day of issue until an invoice is due."))
    ).described("The clinic's usual terms for invoices.")
}
