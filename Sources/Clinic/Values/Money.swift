/// An amount in the currency's minor units, which are cents for most currencies.
public struct Money: Hashable, Sendable {
    public let amount: Int64
    public let currency: Currency

    public init(_ amount: Int64, _ currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// The bounds of an amount of money. They are large enough for any clinic, exact in clients that read numbers as
    /// doubles, and so small that no sum within one request overflows.
    public static let bounds: ClosedRange<Int64> = -1_000_000_000_000...1_000_000_000_000
}

extension Money {
    /// The amount of money as a decimal number in whole units, with the currency's decimals: `-1234.50`.
    public var decimalText: String {
        let exponent = currency.exponent
        guard exponent > 0 else { return "\(amount)" }
        let digits = String(amount.magnitude)
        let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.utf8.count)) + digits
        return "\(amount < 0 ? "-" : "")\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
    }
}

extension Currency {
    /// The number of decimals of the currency's minor unit (ISO 4217): 2 for cents, 0 if there is no minor unit.
    public var exponent: Int {
        if Currency.withoutDecimals.contains(code) {
            0
        } else if Currency.withThreeDecimals.contains(code) {
            3
        } else {
            2
        }
    }

    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    private static let withThreeDecimals: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}

/// An ISO 4217 code of a currency in use.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
    public let code: String

    /// Makes a currency from its ISO 4217 code; `nil` for a code that is not in use.
    public init?(_ code: String) {
        guard Currency.codes.contains(code) else { return nil }
        self.code = code
    }

    /// Makes a currency from a code that was checked before it was stored.
    init(stored code: String) { self.code = code }

    private init(unchecked code: StaticString) { self.code = code.description }

    public static let euro = Currency(unchecked: "EUR")

    public var description: String { code }

    private static let codes = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
        CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
        HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
        MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
        RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
        USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
