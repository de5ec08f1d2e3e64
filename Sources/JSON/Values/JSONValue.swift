/// A JSON value that was parsed or made. It refers to a token on the tape of tokens of a parsed text.
///
/// Codecs read most values. This type is for values without a codec: upcasters of old events, tests, members of
/// problems.
public struct JSONValue: Sendable {
    let source: JSONSource
    let node: Int

    init(source: JSONSource, node: Int) {
        self.source = source
        self.node = node
    }

    /// Parses a JSON text.
    ///
    /// - Throws: `JSONSyntaxError`, which contains the offset of the error and not the text.
    public init(parsing bytes: [UInt8], limits: ParsingLimits = .request) throws(JSONSyntaxError) {
        self.init(source: try JSONSource(parsing: bytes, limits: limits), node: 0)
    }

    public enum Kind: Sendable { case null, bool, integer, double, string, array, object }

    public var kind: Kind {
        switch source.token(node).kind {
        case .null: .null
        case .bool: .bool
        case .integer: .integer
        case .double: .double
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    public var isNull: Bool { kind == .null }
    public var bool: Bool? { kind == .bool ? source.token(node).isTrue : nil }
    /// The JSON number as an integer; `nil` if it was written with a fraction or an exponent, does not fit 64 bits, or
    /// is no number.
    public var integer: Int64? { kind == .integer ? source.integer(node) : nil }
    public var double: Double? {
        switch kind {
        case .integer: Double(source.integer(node))
        case .double: source.double(node)
        case .null, .bool, .string, .array, .object: nil
        }
    }
    public var string: String? { kind == .string ? source.string(source.token(node)) : nil }

    /// The elements of an array; `nil` if the value is no array.
    public var elements: [JSONValue]? {
        guard kind == .array else { return nil }
        var result: [JSONValue] = []
        var index = node + 2
        for _ in 0..<source.token(node).count {
            result.append(JSONValue(source: source, node: index))
            index = next(source.tape, index)
        }
        return result
    }

    /// The members of an object, in their order; `nil` if the value is no object.
    public var members: [(name: String, value: JSONValue)]? {
        guard kind == .object else { return nil }
        var result: [(name: String, value: JSONValue)] = []
        var index = node + 2
        for _ in 0..<source.token(node).count {
            result.append((source.string(source.token(index)), JSONValue(source: source, node: index + 1)))
            index = next(source.tape, index + 1)
        }
        return result
    }

    /// The value of this object's member with a name; `nil` if there is none.
    public subscript(name: String) -> JSONValue? {
        guard kind == .object, let member = source.member(Array(name.utf8), of: node) else { return nil }
        return JSONValue(source: source, node: member)
    }

    /// The element of this array at an index; `nil` if there is none.
    public subscript(index: Int) -> JSONValue? {
        guard let elements, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: Equatable {
    /// Compares values as JSON: the order of members is ignored, and 1 equals 1.0.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left.kind, right.kind) {
        case (.null, .null): return true
        case (.bool, .bool): return left.bool == right.bool
        case (.string, .string): return left.string == right.string
        case (.integer, .integer): return left.integer == right.integer
        case (.integer, .double), (.double, .integer), (.double, .double): return left.double == right.double
        case (.array, .array): return left.elements == right.elements
        case (.object, .object):
            guard let members = left.members, members.count == right.members?.count else { return false }
            return members.allSatisfy { right[$0.name] == $0.value }
        default: return false
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The JSON value as text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON without spaces, with the members in their order.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}
