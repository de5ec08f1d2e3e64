public import JSON

extension Currency {
    public static let codec = Codec<String>.string(
        min: 3, max: 3, pattern: "^[A-Z]{3}$", code: "unknown_currency", detail: "must be a currency's ISO 4217 code",
        check: { Currency($0) != nil }
    ).checked(code: "unknown_currency", detail: "must be a currency's ISO 4217 code", { Currency($0) }, { $0.code })
}

extension Money {
    /// The codec for an amount of money: `{"amount":12500,"currency":"EUR"}`.
    public static let codec = codec(Money.bounds).described("An amount of money.").named("Money")

    /// The codec for an amount of money that is zero or more.
    public static let unsignedCodec = codec(0...Money.bounds.upperBound).described("An amount of money, zero or more.")
        .named("Price")

    private static func codec(_ amounts: ClosedRange<Int64>) -> Codec<Money> {
        object(
            Money.init(amount:currency:),
            field("amount", \.amount, .int64(amounts).described("In the currency's minor units, such as cents.")),
            field("currency", \.currency, Currency.codec.described("The currency's ISO 4217 code, such as `EUR`.")))
    }

    private init(amount: Int64, currency: Currency) { self.init(amount, currency) }
}

extension Codec where Value == String {
    /// A codec for a text that may have several lines and is not blank. White space at its start and end is removed.
    public static func prose(min: Int = 1, max: Int = 2000) -> Codec {
        let text = text(min: min, max: max)
        return text.trimmed
    }

    /// A codec for a telephone number with three to twenty digits, in any usual notation.
    public static var phone: Codec {
        string(
            min: 3, max: 40, pattern: "^\\+?[ ().\\/-]*([0-9][ ().\\/-]*){3,20}$", detail: "must be a telephone number"
        ) { text in
            let rest = text.first == "+" ? text.dropFirst() : text[...]
            return rest.allSatisfy { $0.isASCII && ($0.isNumber || " ().-/".contains($0)) }
                && (3...20).contains(rest.count(where: \.isNumber))
        }
    }

    /// A codec for an e-mail address: text without spaces, one @, and a domain that has a dot.
    public static var email: Codec {
        string(
            min: 6, max: 254, pattern: "^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$", format: "email",
            detail: "must be an e-mail address"
        ) { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, let domain = parts.last, !text.contains(where: \.isWhitespace) else { return false }
            let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
            return parts[0].isEmpty == false && labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
        }
    }

    /// A codec for the BCP 47 tag of a language, such as `de` or `pt-BR`.
    public static var language: Codec {
        string(
            min: 2, max: 35, pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", detail: "must be a BCP 47 language tag"
        ) { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            return parts.enumerated().allSatisfy { index, part in
                part.allSatisfy { $0.isASCII && ($0.isLetter || (index > 0 && $0.isNumber)) }
                    && (index == 0 ? 2...3 : 2...8).contains(part.count)
            }
        }
    }
}
