extension Codec where Value == Int64 {
    /// A decimal number with up to three decimals, as a count of thousandths: `1.25` is 1250.
    ///
    /// - Parameter range: the allowed values, in thousandths.
    public static func thousandths(_ range: ClosedRange<Int64>) -> Codec {
        let schema = Schema(.number).with {
            $0.minimum = RawJSON(Array(text(ofThousandths: range.lowerBound).utf8))
            $0.maximum = RawJSON(Array(text(ofThousandths: range.upperBound).utf8))
        }
        return Codec(schema) { source, node, _ throws(DecodingProblem) in
            let number: Double
            switch source.token(node).kind {
            case .integer: number = Double(source.integer(node))
            case .double: number = source.double(node)
            case .null, .bool, .string, .array, .object: throw .wrongType("a number")
            }
            let scaled = number * 1000
            // Beyond 2^53 a double cannot represent every integer, so a decimal number that exceeds 2^53 thousandths is
            // refused.
            guard scaled.magnitude < 0x1p53 else { throw DecodingProblem("out_of_range", "too large or too small") }
            let rounded = scaled.rounded()
            // A number with at most three decimals is a whole number when it is multiplied by 1000. A difference of
            // less than 0.001 from a whole number is taken for a rounding error of the client; a large number's
            // nearest double can differ by more.
            guard (scaled - rounded).magnitude < max(0.001, 2 * scaled.ulp) else {
                throw DecodingProblem("too_precise", "has at most three decimals")
            }
            let value = Int64(rounded)
            guard value >= range.lowerBound else {
                throw DecodingProblem("too_small", "at least \(text(ofThousandths: range.lowerBound))")
            }
            guard value <= range.upperBound else {
                throw DecodingProblem("too_large", "at most \(text(ofThousandths: range.upperBound))")
            }
            return value
        } write: { value, writer in
            writer.write(RawJSON(Array(text(ofThousandths: value).utf8)))
        }
    }

    /// A count of thousandths as a decimal number without trailing zeros: `1250` is `1.25`, `2000` is `2`.
    public static func text(ofThousandths value: Int64) -> String {
        let (sign, whole, rest) = (value < 0 ? "-" : "", (value / 1000).magnitude, (value % 1000).magnitude)
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(repeating: "0", count: 3 - String(rest).utf8.count) + String(rest)
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
