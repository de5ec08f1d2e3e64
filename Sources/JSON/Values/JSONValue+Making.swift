extension JSONValue {
    /// Makes a JSON value by writing and parsing it, since a value always refers to a parsed text.
    private init(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        // `JSONWriter` writes valid JSON, so parsing can fail only if the JSON is nested too deeply.
        let limits = ParsingLimits(bytes: .max, depth: 512, values: .max)
        self = (try? JSONValue(parsing: writer.bytes, limits: limits)) ?? .null
    }

    public static let null = JSONValue(source: .null, node: 0)
    public static func bool(_ value: Bool) -> JSONValue { JSONValue { $0.write(value) } }
    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        JSONValue { $0.write(Int64(clamping: value)) }
    }
    public static func double(_ value: Double) -> JSONValue { JSONValue { $0.write(value) } }
    public static func string(_ value: String) -> JSONValue { JSONValue { $0.write(value) } }
    public static func array(_ elements: [JSONValue]) -> JSONValue {
        JSONValue { writer in
            writer.beginArray()
            for element in elements { writer.write(element) }
            writer.endArray()
        }
    }

    /// Makes a JSON object. If two members have one name, the later one is kept.
    public static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var last: [String: Int] = [:]
        for (index, member) in members.enumerated() { last[member.0] = index }
        return JSONValue { writer in
            writer.beginObject()
            for (index, member) in members.enumerated() where last[member.0] == index {
                writer.name(member.0)
                writer.write(member.1)
            }
            writer.endObject()
        }
    }

    /// A copy of this JSON object with one member set, in its old place or else at the end. A value that is no object
    /// is returned unchanged.
    public func setting(_ name: String, to value: JSONValue) -> JSONValue {
        guard var members else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append((name, value))
        }
        return .object(members.map { ($0.name, $0.value) })
    }

    /// A copy of this JSON object without one of its members. A value that is no object is returned unchanged.
    public func removing(_ name: String) -> JSONValue {
        guard let members else { return self }
        return .object(members.filter { $0.name != name }.map { ($0.name, $0.value) })
    }

    /// A copy of this JSON object with one of its members under another name. A value that is no object is returned
    /// unchanged.
    public func renaming(_ name: String, to newName: String) -> JSONValue {
        guard let members else { return self }
        return .object(members.map { ($0.name == name ? newName : $0.name, $0.value) })
    }
}

extension JSONSource {
    static let null = JSONSource(literal: "null", .null())

    private init(literal: StaticString, _ token: Token) {
        bytes = Array(literal.description.utf8)
        tape = [token.word]
    }
}

/// A JSON value that exists as bytes already, such as a stored document. It is written without changes.
public struct RawJSON: Hashable, Sendable {
    /// The UTF-8 bytes of one JSON value.
    public let bytes: [UInt8]

    /// Wraps bytes that are JSON already.
    ///
    /// - Parameter bytes: one JSON value, which is not checked.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
