/// One declaration of how a value is read from JSON, written as JSON, and described as JSON Schema.
///
/// Making a codec takes time: keep it in a `static let`.
public struct Codec<Value: Sendable>: Sendable {
    /// Reads a value from one token of a parsed JSON text.
    @usableFromInline typealias Read = @Sendable (JSONSource, Int, DecodingContext) throws(DecodingProblem) -> Value
    @usableFromInline typealias Write = @Sendable (Value, inout JSONWriter) -> Void

    public var schema: Schema
    @usableFromInline let read: Read
    @usableFromInline let write: Write

    @inlinable init(_ schema: Schema, read: @escaping Read, write: @escaping Write) {
        self.schema = schema
        self.read = read
        self.write = write
    }

    /// Decodes a value from parsed JSON.
    ///
    /// - Parameter unknownMembers: what to do with members for which the codec has no field.
    /// - Throws: a `DecodingProblem` with all issues, not only the first. After a hundred issues, the rest of an array
    ///   is not read.
    public func decode(
        _ value: JSONValue, unknownMembers: UnknownMembers = .refused
    ) throws(DecodingProblem) -> Value {
        try decode(value.source, value.node, unknownMembers)
    }

    /// Decodes a value from parsed JSON in which some values may be sealed. `opener` decrypts them.
    public func decode(
        _ value: JSONValue, unknownMembers: UnknownMembers, openedBy opener: (any ValueOpener)?
    ) throws(DecodingProblem) -> Value {
        var source = value.source
        source.opener = opener
        return try decode(source, value.node, unknownMembers)
    }

    /// Decodes a value from the bytes of a JSON text.
    public func decode(
        parsing bytes: [UInt8], unknownMembers: UnknownMembers = .refused, limits: ParsingLimits? = nil
    ) throws(DecodingProblem) -> Value {
        let source: JSONSource
        do {
            source = try JSONSource(parsing: bytes, limits: limits ?? (unknownMembers == .refused ? .request : .stored))
        } catch { throw DecodingProblem(error) }
        return try decode(source, 0, unknownMembers)
    }

    /// Decodes a value from the text of a path or query parameter, in which strings have no quotation marks.
    ///
    /// - Parameter text: the parameter's text in UTF-8.
    public func decode(text: [UInt8]) throws(DecodingProblem) -> Value {
        if schema.types.isEmpty || schema.types.contains(.string) {
            return try decode(JSONSource(unquoted: text), 0, .refused)
        }
        let source: JSONSource
        do { source = try JSONSource(parsing: text, limits: ParsingLimits(bytes: 128, depth: 0, values: 1)) } catch {
            throw .wrongType("of type \(schema.types.map(\.rawValue).joined(separator: " or "))")
        }
        return try decode(source, 0, .refused)
    }

    private func decode(
        _ source: JSONSource, _ node: Int, _ unknownMembers: UnknownMembers
    ) throws(DecodingProblem) -> Value {
        var context = DecodingContext(unknownMembers: unknownMembers)
        do throws(DecodingProblem) { return try read(source, node, context) } catch {
            // The first pass over the JSON stops at the first issue, which is fast. If there is one, a second pass
            // collects all issues.
            context.collectsAll = true
            return try read(source, node, context)
        }
    }

    public func encode(_ value: Value, to writer: inout JSONWriter) { write(value, &writer) }

    /// Encodes a value as JSON in UTF-8.
    public func bytes(_ value: Value) -> [UInt8] {
        var writer = JSONWriter()
        write(value, &writer)
        return writer.bytes
    }

    /// A copy of this codec with its schema as a named component of the API's description, to which other schemas
    /// refer.
    public func named(_ name: String) -> Codec {
        var codec = self
        codec.schema = schema.named(name)
        return codec
    }

    /// A copy of this codec with a description in its schema. If the schema is a component, the component keeps its own
    /// description, and the added one is written beside each reference to it.
    public func described(_ text: String) -> Codec {
        var codec = self
        codec.schema = schema.described(text)
        return codec
    }

    /// A copy of this codec with a schema that is marked as deprecated. The schema's own description, set with
    /// `described`, must name what clients should use instead.
    public var deprecated: Codec {
        var codec = self
        codec.schema.isDeprecated = true
        return codec
    }

    /// A copy of this codec with a schema that lists `member` as required, since encoding always writes it. Decoding
    /// still accepts an object without it, since older documents lack it.
    public func alwaysWriting(_ member: String) -> Codec {
        var codec = self
        codec.schema.properties = schema.properties?.map { property in
            Schema.Property(
                name: property.name, schema: property.schema,
                isRequired: property.isRequired || property.name == member)
        }
        return codec
    }

    /// A copy of this codec with an example in its schema.
    public func example(_ value: Value) -> Codec {
        var codec = self
        codec.schema = schema.example(RawJSON(bytes(value)))
        return codec
    }
}

/// The rule for members of a JSON object for which the codec has no field.
@frozen public enum UnknownMembers: Sendable {
    /// Unknown members are refused, for input from clients: a misspelt member is a mistake.
    case refused
    /// Unknown members are ignored, for stored data: another version of the program may have written them.
    case ignored
}

/// The way in which one value is decoded from JSON: what happens to unknown members, and whether all issues are found
/// or only the first.
@usableFromInline struct DecodingContext: Sendable {
    @usableFromInline var unknownMembers: UnknownMembers
    /// Whether decoding continues after the first issue, to find the other issues.
    @usableFromInline var collectsAll = false
    /// The index of the token of the union's tag in the object that is decoded, so that the tag is not reported as an
    /// unknown member; -1 if there is none.
    @usableFromInline var tag = -1
}
