extension Codec where Value == String {
    /// A codec for one line of text, without control characters. Lengths count Unicode scalars, as JSON Schema does.
    public static func string(_ lengths: ClosedRange<Int>) -> Codec {
        string(min: lengths.lowerBound, max: lengths.upperBound)
    }

    /// A codec for one line of text, without control characters. Lengths count Unicode scalars, as JSON Schema does.
    public static func string(min: Int = 0, max: Int) -> Codec { .text(TextRule(min: min, max: max, lines: .one)) }

    /// A codec for text of several lines: tabs and line ends are the only control characters.
    public static func text(min: Int = 0, max: Int) -> Codec { .text(TextRule(min: min, max: max, lines: .several)) }

    /// A codec for a string of a special form, such as a phone number.
    ///
    /// - Parameters:
    ///   - pattern: an ECMA 262 expression for the schema, which must match the same texts as `check`.
    ///   - format: the schema's `format`.
    ///   - check: whether a text has the form. It is called only for texts of an allowed length without control
    ///     characters.
    public static func string(
        min: Int = 0, max: Int, pattern: String? = nil, format: String? = nil, code: String = "bad_format",
        detail: String, check: @escaping @Sendable (String) -> Bool
    ) -> Codec {
        let plain = Codec.string(min: min, max: max)
        let schema = plain.schema.with {
            if let pattern { $0.pattern = pattern }
            $0.format = format
        }
        let read = plain.read
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            let value = try read(source, node, context)
            guard check(value) else { throw DecodingProblem(code, detail) }
            return value
        } write: { value, writer in
            writer.write(value)
        }
    }

    private static func text(_ rule: TextRule) -> Codec {
        Codec(rule.schema) { source, node, _ throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .string else { throw .wrongType("a string") }
            if token.isEscaped {
                let utf8 = source.utf8(token)
                if let problem = rule.problem(utf8.span) { throw problem }
                return String(decoding: utf8, as: UTF8.self)
            }
            let range = token.low..<(token.low + token.length)
            if let problem = rule.problem(source.bytes.span.extracting(range)) { throw problem }
            return String(decoding: source.bytes[range], as: UTF8.self)
        } write: { value, writer in
            writer.write(value)
        }
    }
}

/// The rule for the length of a text and for the control characters in it.
private struct TextRule: Sendable {
    enum Lines: Sendable { case one, several }

    let min: Int
    let max: Int
    let lines: Lines

    func problem(_ utf8: Span<UInt8>) -> DecodingProblem? {
        var scalars = 0
        var last: UInt8 = 0
        for index in utf8.indices {
            let byte = utf8[index]
            if byte & 0xc0 != 0x80 { scalars += 1 }
            if byte < 0x20 || byte == 0x7f || (last == 0xc2 && byte < 0xa0) {
                guard lines == .several, byte == 0x09 || byte == 0x0a || byte == 0x0d else {
                    return DecodingProblem("control_character", "no control characters")
                }
            }
            last = byte
        }
        if scalars < min {
            return DecodingProblem("too_short", min == 1 ? "must not be empty" : "at least \(min) characters")
        }
        if scalars > max { return DecodingProblem("too_long", "at most \(max) characters") }
        return nil
    }

    var schema: Schema {
        Schema(.string).with {
            if min > 0 { $0.minLength = min }
            $0.maxLength = max
            switch lines {
            case .one: $0.pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"
            case .several: $0.pattern = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$"
            }
        }
    }
}

extension Codec {
    /// A codec for a value in a JSON string of plain ASCII, such as an instant.
    ///
    /// - Parameters:
    ///   - schema: the value's schema, usually a string with a `format` or a `pattern`.
    ///   - read: reads the value from the string's UTF-8; `nil` if the string does not have the form.
    ///   - append: appends the value as ASCII without quotation marks, backslashes and control characters.
    @inlinable public static func ascii(
        _ schema: Schema, code: String = "bad_format", detail: String,
        read: @escaping @Sendable (ArraySlice<UInt8>) -> Value?,
        append: @escaping @Sendable (Value, inout [UInt8]) -> Void
    ) -> Codec {
        Codec(schema) { source, node, _ throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .string else { throw .wrongType("a string") }
            guard let value = read(source.utf8(token)) else { throw DecodingProblem(code, detail) }
            return value
        } write: { value, writer in
            writer.writePlain { append(value, &$0) }
        }
    }
}
