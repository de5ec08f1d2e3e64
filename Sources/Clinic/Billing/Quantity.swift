public import JSON

/// The quantity of a service that an invoice line charges: a decimal number with up to three decimals.
public struct Quantity: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let thousandths: Int64

    public init(thousandths: Int64) { self.thousandths = thousandths }

    public init(integerLiteral whole: Int64) { thousandths = whole * 1000 }

    public var description: String { Codec<Int64>.text(ofThousandths: thousandths) }

    static let bounds: ClosedRange<Int64> = 1...1_000_000
    var isAllowed: Bool { Quantity.bounds.contains(thousandths) }

    /// The price of this quantity at a unit price, rounded half away from zero to a minor unit of the currency.
    func price(each unitPrice: Int64) -> Int64 { (thousandths * unitPrice).divided(by: 1000) }

    /// The JSON of the quantity in an invoice line: a number from 0.001 to 1000.
    public static let codec = Codec<Int64>.thousandths(bounds).map({ Quantity(thousandths: $0) }, { $0.thousandths })
}

/// A rate of tax in percent, with up to three decimals.
public struct TaxRate: Hashable, Sendable, CustomStringConvertible {
    /// The rate of tax in thousandths of a percent: 19 % is 19,000.
    public let thousandths: Int64

    public init(thousandths: Int64) { self.thousandths = thousandths }

    public static let zero = TaxRate(thousandths: 0)
    public var description: String { Codec<Int64>.text(ofThousandths: thousandths) }

    /// The tax at this rate on an amount without tax, rounded half away from zero to a minor unit of the currency.
    func tax(on net: Int64) -> Int64 { (net * thousandths).divided(by: 100_000) }

    public static let codec = Codec<Int64>.thousandths(0...100_000)
        .map({ TaxRate(thousandths: $0) }, { $0.thousandths })
}

extension Int64 {
    /// Divides this number by `divisor`, and rounds the quotient half away from zero.
    ///
    /// - Parameter divisor: more than zero.
    func divided(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest.magnitude * 2 < divisor.magnitude ? quotient : quotient + signum()
    }
}
