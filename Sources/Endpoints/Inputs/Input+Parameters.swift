public import JSON

extension Input {
    /// An input of an endpoint that reads a parameter of the path. A request with a malformed value gets 400.
    public static func path(_ name: String, _ codec: Codec<Value>) -> Input {
        let takes = Takes(parameters: [Parameter(.path, name, codec.schema, isRequired: true)])
        return Input(takes) { reading throws(InputFailure) in
            guard let text = reading.invocation.arguments[name] else {
                throw .issue(.path, name, "missing", "must be there")
            }
            return try parse(text, codec, .path, name)
        }
    }

    /// An input of an endpoint that reads a required query parameter.
    public static func query(_ name: String, _ codec: Codec<Value>) -> Input {
        let bytes = Array(name.utf8)
        let takes = Takes(parameters: [Parameter(.query, name, codec.schema, isRequired: true)])
        return Input(takes) { reading throws(InputFailure) in
            guard let text = reading.query(bytes) else { throw .issue(.query, name, "missing", "must be there") }
            return try parse(text, codec, .query, name)
        }
    }

    /// An input of an endpoint that reads a query parameter with a default value.
    public static func query(_ name: String, _ codec: Codec<Value>, default value: Value) -> Input {
        let schema = codec.schema.with { $0.defaultValue = RawJSON(codec.bytes(value)) }
        let optional = Input<Value?>.optionalQuery(name, codec, schema)
        return optional.map { $0 ?? value }
    }

    /// An input of an endpoint that reads a query parameter which may be absent.
    public static func optionalQuery<Wrapped>(_ name: String, _ codec: Codec<Wrapped>) -> Input
    where Value == Wrapped? {
        optionalQuery(name, codec, codec.schema)
    }

    fileprivate static func optionalQuery<Wrapped>(
        _ name: String, _ codec: Codec<Wrapped>, _ schema: Schema
    ) -> Input where Value == Wrapped? {
        let bytes = Array(name.utf8)
        let takes = Takes(parameters: [Parameter(.query, name, schema, isRequired: false)])
        return Input(takes) { reading throws(InputFailure) in
            guard let text = reading.query(bytes) else { return nil }
            return try parse(text, codec, .query, name)
        }
    }

    /// An input of an endpoint that reads a query parameter with several values and commas between them; the list is
    /// empty if the parameter is absent.
    public static func queryList<Element>(
        _ name: String, _ codec: Codec<Element>, maximum: Int = 50
    ) -> Input where Value == [Element] {
        let bytes = Array(name.utf8)
        let schema = Schema(.array).with {
            $0.text = codec.schema.descriptionHere
            $0.items = [codec.schema.with { if $0.name == nil { $0.text = nil } else { $0.textHere = nil } }]
            $0.minItems = 1
            $0.maxItems = maximum
        }
        let takes = Takes(parameters: [Parameter(.query, name, schema, isRequired: false, isList: true)])
        return Input(takes) { reading throws(InputFailure) in
            guard let text = reading.query(bytes) else { return [] }
            let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            guard parts.count <= maximum else { throw .issue(.query, name, "too_many", "at most \(maximum) values") }
            var values: [Element] = []
            for part in parts { values.append(try parse(Array(part), codec, .query, name)) }
            return values
        }
    }

    /// An input of an endpoint that reads an optional header field. `name` is spelt as usual, such as
    /// `Idempotency-Key`; case is ignored.
    public static func optionalHeader<Wrapped>(_ name: String, _ codec: Codec<Wrapped>) -> Input
    where Value == Wrapped? {
        let lowercased = name.lowercased()
        let takes = Takes(parameters: [Parameter(.header, name, codec.schema, isRequired: false)])
        return Input(takes) { reading throws(InputFailure) in
            guard let text = reading.invocation.field(lowercased) else { return nil }
            guard isUTF8(Array(text)) else { throw .issue(.header, name, "bad_encoding", "must be UTF-8") }
            return try parse(Array(text), codec, .header, name)
        }
    }
}

private func parse<Value>(
    _ text: [UInt8], _ codec: Codec<Value>, _ place: InputIssue.Place, _ name: String
) throws(InputFailure) -> Value {
    do throws(DecodingProblem) { return try codec.decode(text: text) } catch {
        throw InputFailure(error, place, "/" + name)
    }
}
