extension Codec where Value == Bool {
    public static var bool: Codec {
        Codec(Schema(.boolean)) { source, node, _ throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .bool else { throw .wrongType("a boolean") }
            return token.isTrue
        } write: { value, writer in
            writer.write(value)
        }
    }
}

extension Codec where Value == Int64 {
    public static var int64: Codec { int64(.min ... .max) }

    public static func int64(_ range: ClosedRange<Int64>) -> Codec {
        Codec(.integer(range)) { source, node, _ throws(DecodingProblem) in
            try readInteger(source, node, range)
        } write: { value, writer in
            writer.write(value)
        }
    }
}

extension Codec where Value == Int {
    public static var int: Codec { int(.min ... .max) }

    public static func int(_ range: ClosedRange<Int>) -> Codec {
        let range = Int64(range.lowerBound)...Int64(range.upperBound)
        return Codec(.integer(range)) { source, node, _ throws(DecodingProblem) in
            Int(try readInteger(source, node, range))
        } write: { value, writer in
            writer.write(Int64(value))
        }
    }
}

extension Codec where Value == Double {
    public static var double: Codec { double(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude) }

    public static func double(_ range: ClosedRange<Double>) -> Codec {
        Codec(.number(range)) { source, node, _ throws(DecodingProblem) in
            let value: Double
            switch source.token(node).kind {
            case .integer: value = Double(source.integer(node))
            case .double: value = source.double(node)
            case .null, .bool, .string, .array, .object: throw .wrongType("a number")
            }
            guard value >= range.lowerBound else { throw DecodingProblem("too_small", "at least \(range.lowerBound)") }
            guard value <= range.upperBound else { throw DecodingProblem("too_large", "at most \(range.upperBound)") }
            return value
        } write: { value, writer in
            writer.write(value)
        }
    }
}

/// Reads an integer within a range from a JSON number. As in JSON Schema, a number with a zero fraction or an exponent,
/// such as `2.0` or `2e3`, is an integer if its value is a whole number.
private func readInteger(
    _ source: JSONSource, _ node: Int, _ range: ClosedRange<Int64>
) throws(DecodingProblem) -> Int64 {
    let value: Int64
    switch source.token(node).kind {
    case .integer: value = source.integer(node)
    case .double:
        let double = source.double(node)
        // A double outside of the range of Int64 is refused, since converting it to Int64 would end the process.
        guard double >= -0x1p63 else { throw .tooSmall(range) }
        guard double < 0x1p63 else { throw .tooLarge(range) }
        value = Int64(double)
        guard Double(value) == double else { throw .wrongType("an integer") }
    case .null, .bool, .string, .array, .object: throw .wrongType("an integer")
    }
    guard value >= range.lowerBound else { throw .tooSmall(range) }
    guard value <= range.upperBound else { throw .tooLarge(range) }
    return value
}

extension DecodingProblem {
    @usableFromInline static func wrongType(_ wanted: String) -> DecodingProblem {
        DecodingProblem("wrong_type", "must be \(wanted)")
    }

    fileprivate static func tooSmall(_ range: ClosedRange<Int64>) -> DecodingProblem {
        DecodingProblem("too_small", "at least \(range.lowerBound)")
    }

    fileprivate static func tooLarge(_ range: ClosedRange<Int64>) -> DecodingProblem {
        DecodingProblem("too_large", "at most \(range.upperBound)")
    }
}

extension Schema {
    fileprivate static func integer(_ range: ClosedRange<Int64>) -> Schema {
        Schema(.integer).with {
            $0.format = "int64"
            if range.lowerBound > .min { $0.minimum = RawJSON(Array("\(range.lowerBound)".utf8)) }
            if range.upperBound < .max { $0.maximum = RawJSON(Array("\(range.upperBound)".utf8)) }
        }
    }

    fileprivate static func number(_ range: ClosedRange<Double>) -> Schema {
        Schema(.number).with {
            $0.format = "double"
            if range.lowerBound > -.greatestFiniteMagnitude { $0.minimum = RawJSON(Array("\(range.lowerBound)".utf8)) }
            if range.upperBound < .greatestFiniteMagnitude { $0.maximum = RawJSON(Array("\(range.upperBound)".utf8)) }
        }
    }
}
