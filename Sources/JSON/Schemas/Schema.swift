/// A JSON Schema (2020-12) as OpenAPI 3.1 uses it, with only the keywords that codecs enforce, and those that describe,
/// such as `format` and `examples`.
public struct Schema: Sendable, Hashable {
    public enum PrimitiveType: String, Sendable, Hashable {
        case null, boolean, integer, number, string, array, object
    }

    /// The schema of one known member of an object.
    public struct Property: Sendable, Hashable {
        public let name: String
        public let schema: Schema
        public let isRequired: Bool

        public init(name: String, schema: Schema, isRequired: Bool) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The name of the component of the API's description that this schema is; `nil` if it is no component.
    public var name: String?
    public var types: [PrimitiveType] = []
    public var format: String?
    public var text: String?
    /// The description that is written beside a reference to a component. The component's own description is in `text`.
    public var textHere: String?
    /// A rule for clients' values that no keyword can express: a sentence that is added to the description.
    public var bounds: String?
    public var exampleValue: RawJSON?
    public var defaultValue: RawJSON?
    public var constant: RawJSON?
    public var enumeration: [RawJSON] = []
    public var minimum: RawJSON?
    public var maximum: RawJSON?
    public var minLength: Int?
    public var maxLength: Int?
    /// Whether a value of this schema is sealed when it is stored. This is no JSON Schema keyword, and it is not
    /// written.
    public var isSealed = false
    public var pattern: String?
    /// The schema of an array's elements: a list with this one schema, or an empty list. A Swift struct cannot directly
    /// contain a value of its own type.
    public var items: [Schema] = []
    public var minItems: Int?
    public var maxItems: Int?
    /// The known members of an object, in order. The object may have others only if `isOpen` is set.
    public var properties: [Property]?
    /// Whether an object with known members may have further ones.
    public var isOpen = false
    /// Whether clients should no longer use the value that this schema describes; `description` says what to use
    /// instead.
    public var isDeprecated = false
    /// The schema of the members' values in an object whose member names are data: a list with this one schema, or an
    /// empty list.
    public var additionalProperties: [Schema] = []
    public var maxProperties: Int?
    public var oneOf: [Schema] = []

    public init() {}

    public init(_ types: PrimitiveType...) { self.types = types }

    public func named(_ name: String) -> Schema { with { $0.name = name } }
    /// A copy of this schema with a description. If the schema is a component, the description is written beside each
    /// reference to it.
    public func described(_ text: String) -> Schema {
        with { if name == nil { $0.text = text } else { $0.textHere = text } }
    }
    public func example(_ value: RawJSON) -> Schema { with { $0.exampleValue = value } }

    /// The text that describes the schema: its own description, and the rule for values from clients. It is `nil` if
    /// the schema has neither.
    public var description: String? {
        let sentences = [text, bounds].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The description to write where this schema is used. For a component it is only `textHere`, the description
    /// beside the reference, since the component itself contains the schema's own description.
    public var descriptionHere: String? { name == nil ? description : textHere }

    public func with(_ change: (inout Schema) -> Void) -> Schema {
        var copy = self
        change(&copy)
        return copy
    }

    /// The schema that accepts the values of this schema and `null`.
    public var nullable: Schema {
        if name == nil, oneOf.isEmpty, !types.isEmpty, constant == nil {
            return with {
                if !$0.types.contains(.null) { $0.types.append(.null) }
                if !$0.enumeration.isEmpty { $0.enumeration.append(RawJSON(Array("null".utf8))) }
            }
        }
        return Schema().with {
            $0.oneOf = [with { $0.textHere = nil }, Schema(.null)]
            $0.text = textHere
        }
    }

    /// A schema for an object with the given members and no others.
    public static func object(_ properties: [Property]) -> Schema {
        Schema(.object).with { $0.properties = properties }
    }
}
