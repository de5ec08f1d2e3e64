extension Codec where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// A codec that reads and writes an enum's cases as their raw values.
    public static var stringEnum: Codec {
        let cases = Array(Value.allCases)
        let texts = cases.map { Array($0.rawValue.utf8) }
        let schema = Schema(.string).with { $0.enumeration = cases.map { RawJSON(quoting: $0.rawValue) } }
        return Codec(schema) { source, node, _ throws(DecodingProblem) in
            let token = source.token(node)
            guard token.kind == .string else { throw .wrongType("a string") }
            for index in texts.indices where source.matches(token, texts[index]) { return cases[index] }
            throw DecodingProblem("not_allowed", "must be one of \(cases.map(\.rawValue).joined(separator: ", "))")
        } write: { value, writer in
            writer.write(value.rawValue)
        }
    }
}

extension Codec where Value: Hashable {
    /// A codec that accepts only the given values of this codec, such as two of an enum's cases.
    public func only(_ values: Value...) -> Codec {
        let allowed = values
        let (read, write) = (read, write)
        var schema = schema
        schema.name = nil
        schema.enumeration = values.map { RawJSON(bytes($0)) }
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            let value = try read(source, node, context)
            guard allowed.contains(value) else { throw DecodingProblem("not_allowed", "not one of those allowed here") }
            return value
        } write: { value, writer in
            write(value, &writer)
        }
    }
}

extension Codec where Value: Equatable {
    /// A codec that accepts and writes only one value of this codec, such as `"v": 2`.
    public func constant(_ value: Value) -> Codec {
        let (read, write) = (read, write)
        let schema = schema.with { $0.constant = RawJSON(bytes(value)) }
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            guard try read(source, node, context) == value else {
                throw DecodingProblem("not_allowed", "not the one value allowed here")
            }
            return value
        } write: { _, writer in
            write(value, &writer)
        }
    }
}

extension RawJSON {
    /// A text as a JSON string: in quotation marks and escaped.
    public init(quoting text: String) {
        var writer = JSONWriter()
        writer.write(text)
        self.init(writer.bytes)
    }
}
