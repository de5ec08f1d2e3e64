extension Codec {
    /// A codec with the same JSON as this codec, whose values are converted to another type and back. Each value of one
    /// type must have exactly one counterpart in the other.
    @inlinable public func map<Other>(
        _ to: @escaping @Sendable (Value) -> Other, _ from: @escaping @Sendable (Other) -> Value
    ) -> Codec<Other> {
        Codec<Other>(schema) { [read] source, node, context throws(DecodingProblem) in
            to(try read(source, node, context))
        } write: { [write] value, writer in
            write(from(value), &writer)
        }
    }

    /// A codec with the same JSON as this codec, whose values are converted to another type and back. The conversion
    /// may refuse a value.
    ///
    /// - Parameter to: converts a value that was read. It throws a `CheckFailure` for a value that it refuses.
    @inlinable public func checked<Other>(
        _ to: @escaping @Sendable (Value) throws(CheckFailure) -> Other,
        _ from: @escaping @Sendable (Other) -> Value
    ) -> Codec<Other> {
        Codec<Other>(schema) { [read] source, node, context throws(DecodingProblem) in
            let value = try read(source, node, context)
            do throws(CheckFailure) { return try to(value) } catch { throw DecodingProblem(error) }
        } write: { [write] value, writer in
            write(from(value), &writer)
        }
    }

    /// A codec with the same JSON as this codec, whose values are converted to another type and back. If the conversion
    /// `to` returns `nil` for a value that was read, decoding fails with the given code and text.
    @inlinable public func checked<Other>(
        code: String, detail: String, _ to: @escaping @Sendable (Value) -> Other?,
        _ from: @escaping @Sendable (Other) -> Value
    ) -> Codec<Other> {
        checked(
            { value throws(CheckFailure) in
                guard let other = to(value) else { throw CheckFailure(code, detail) }
                return other
            }, from)
    }
}

extension Codec {
    /// A copy of this codec with an additional rule for values from clients. Stored values are read without it, since
    /// they may be older than the rule.
    ///
    /// - Parameter bounds: the rule as a sentence, which is added to the schema's description.
    public func acceptingFromClients(
        code: String, detail: String, bounds: String, _ isAccepted: @escaping @Sendable (Value) -> Bool
    ) -> Codec {
        Codec(schema.with { $0.bounds = bounds }) { [read] source, node, context throws(DecodingProblem) in
            let value = try read(source, node, context)
            guard context.unknownMembers == .ignored || isAccepted(value) else { throw DecodingProblem(code, detail) }
            return value
        } write: { [write] value, writer in
            write(value, &writer)
        }
    }
}

extension Codec where Value == RawJSON {
    /// A codec that copies a string, array or object as its bytes, without decoding it. A number is decoded and encoded
    /// again, so its digits may change. The schema only describes this JSON; values are not checked against it.
    public static func raw(_ schema: Schema = Schema()) -> Codec {
        Codec(schema) { source, node, _ throws(DecodingProblem) in
            switch source.token(node).kind {
            case .string, .array, .object: RawJSON(Array(source.bytes[source.extent(node)]))
            case .null, .bool, .integer, .double: RawJSON(JSONValue(source: source, node: node).bytes)
            }
        } write: { value, writer in
            writer.write(value)
        }
    }
}

extension Codec where Value == JSONValue {
    /// A codec for any JSON value.
    public static var any: Codec {
        Codec(Schema()) { source, node, _ throws(DecodingProblem) in
            JSONValue(source: source, node: node)
        } write: { value, writer in
            writer.write(value)
        }
    }
}
