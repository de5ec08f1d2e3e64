/// One of the kinds of values in a tagged union, with the tag that names the kind in JSON.
public struct Variant<Union: Sendable>: Sendable {
    let tag: String
    let schema: Schema
    let read: @Sendable (JSONSource, Int, DecodingContext) throws(DecodingProblem) -> Union
    /// Writes a value of the union; returns `false` if the value is of another kind than this variant.
    let write: @Sendable (Union, [UInt8], inout JSONWriter) -> Bool
}

/// Makes a variant of a tagged union whose values have members of their own.
///
/// - Parameters:
///   - codec: the codec of the kind's members, made by `object`.
///   - make: makes the union's value from the members.
///   - get: returns the members of a value; `nil` if the value is of another kind.
public func variant<Union, Payload>(
    _ tag: String, _ codec: Codec<Payload>, _ make: @escaping @Sendable (Payload) -> Union,
    _ get: @escaping @Sendable (Union) -> Payload?
) -> Variant<Union> {
    precondition(codec.schema.properties != nil, "a variant's codec is an object's")
    return Variant(tag: tag, schema: codec.schema) { source, node, context throws(DecodingProblem) in
        make(try codec.read(source, node, context))
    } write: { value, member, writer in
        guard let payload = get(value) else { return false }
        writer.putFirst(member)
        codec.write(payload, &writer)
        return true
    }
}

/// Makes a variant of a tagged union that stands for exactly one value. The value has no members of its own: in JSON,
/// the union's tag alone identifies it.
public func variant<Union: Equatable>(_ tag: String, _ value: Union) -> Variant<Union> {
    let nothing = object(Nothing.init)
    return variant(tag, nothing, { _ in value }, { $0 == value ? Nothing() : nil })
}

private struct Nothing: Sendable {}

/// A codec for a tagged union: an object of one of several kinds. One member, the tag, names the kind, and is written
/// first.
///
///     static let codec = union(
///         "type",
///         variant("flat", FlatPrice.codec, { .flat($0) }, { if case .flat(let price) = $0 { price } else { nil } }),
///         variant("free", Price.free))
public func union<Value>(_ member: String, _ variants: Variant<Value>...) -> Codec<Value> {
    let name = Array(member.utf8)
    let tags = variants.map { Array($0.tag.utf8) }
    precondition(Set(tags).count == tags.count, "two variants share a tag")
    let members = variants.map { RawJSON(quoting: member).bytes + [UInt8(ascii: ":")] + RawJSON(quoting: $0.tag).bytes }
    let schema = Schema().with { $0.oneOf = variants.map { $0.schema.tagged(member, $0.tag) } }

    return Codec(schema) { source, node, context throws(DecodingProblem) in
        guard source.token(node).kind == .object else { throw .wrongType("an object") }
        guard let tag = source.member(name, of: node) else {
            throw DecodingProblem("missing", "must be there").under(member)
        }
        let token = source.token(tag)
        guard token.kind == .string else { throw DecodingProblem.wrongType("a string").under(member) }
        for index in tags.indices where source.matches(token, tags[index]) {
            var inner = context
            inner.tag = tag
            return try variants[index].read(source, node, inner)
        }
        let known = variants.map(\.tag).joined(separator: ", ")
        throw DecodingProblem("not_allowed", "must be one of \(known)").under(member)
    } write: { value, writer in
        for (variant, member) in zip(variants, members) where variant.write(value, member, &writer) { return }
        preconditionFailure("a union's variants must cover its values")
    }
}

extension Schema {
    /// The schema of one kind of a union's objects, with the tag as the first member. If the kind's schema is a
    /// component of the API's description, the tag is a member of the component.
    fileprivate func tagged(_ member: String, _ tag: String) -> Schema {
        with {
            let constant = Schema(.string).with { $0.constant = RawJSON(quoting: tag) }
            $0.properties = [Property(name: member, schema: constant, isRequired: true)] + (properties ?? [])
        }
    }
}
