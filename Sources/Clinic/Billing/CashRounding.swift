/// The rounding of sums that are paid in cash, for currencies without small coins. The difference is the clinic's gain
/// or loss.
public struct CashRounding: Hashable, Sendable {
    /// The largest unit to which a clinic may round, in minor units: 10.00 in a currency with two decimals.
    static let mostUnit = 1_000

    /// The value of the smallest coin, to whose multiples sums in cash are rounded, in minor units; 1 if sums are not
    /// rounded.
    let unit: Int64

    public static let none = CashRounding(unit: 1)

    public init(unit: Int) { self.unit = Int64(max(1, unit)) }

    /// The amount of cash for a sum: the nearest multiple of the unit. Half a unit is rounded up.
    ///
    /// - Parameter sum: a sum in minor units, zero or more.
    func cash(for sum: Int64) -> Int64 { (sum + unit / 2) / unit * unit }

    /// Whether an amount can be paid with the currency's coins.
    func isPayable(_ amount: Int64) -> Bool { amount % unit == 0 }
}
