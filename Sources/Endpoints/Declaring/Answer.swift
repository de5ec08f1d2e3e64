public import JSON

/// A successful answer: status, content and header fields, for the API's description.
public struct Answer: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case none
        case json(Schema)
        /// Content that is not JSON, described only by its media type.
        case other(mediaType: String)
    }

    public let status: Int
    public let text: String
    public let content: Content
    public private(set) var fields: [Field] = []
    /// Further media types in which the answer's content also exists, for clients whose `Accept` prefers one of them.
    public private(set) var alternatives: [String] = []
    /// The example of the answer's content in the API's description. Only refusals without a problem document have one
    /// here, since the examples of successful answers are recorded.
    public private(set) var example: RawJSON?

    public struct Field: Hashable, Sendable {
        public let name: String
        public let schema: Schema
        public let text: String
    }

    public init(_ status: Int, _ text: String, _ content: Content) {
        self.status = status
        self.text = text
        self.content = content
    }

    /// Whether the answer is one entity whose version the `ETag` names: an object with an id and a version.
    var isEntity: Bool {
        guard case .json(let schema) = content, let properties = schema.properties else { return false }
        return ["id", "version"].allSatisfy { name in properties.contains { $0.name == name && $0.isRequired } }
    }

    /// Whether the answer has the refresh token of a session.
    var hasRefreshToken: Bool {
        guard case .json(let schema) = content else { return false }
        return schema.properties?.contains { $0.name == "refresh_token" } == true
    }

    /// A copy of the answer with one more header field.
    public func field(_ name: String, _ schema: Schema = Schema(.string), _ text: String) -> Answer {
        var answer = self
        answer.fields.append(Field(name: name, schema: schema, text: text))
        return answer
    }

    /// A copy of the answer whose content also exists in one more media type.
    public func alternatively(_ mediaType: String) -> Answer {
        var answer = self
        answer.alternatives.append(mediaType)
        return answer
    }

    /// A copy of the answer with an example of its content.
    public func showing(_ example: RawJSON) -> Answer {
        var answer = self
        answer.example = example
        return answer
    }

    /// An answer 200 with JSON.
    ///
    /// - Parameter text: a description of the content, such as "The appointment as it is now".
    public static func ok<Value>(_ codec: Codec<Value>, _ text: String) -> Answer { ok(codec.schema, text) }
    public static func ok(_ schema: Schema, _ text: String) -> Answer { Answer(200, text, .json(schema)) }

    /// An answer 200 with a page of a list: `{"items":[…],"next_cursor":…,"has_more":…}`.
    public static func page<Value>(of codec: Codec<Value>, _ text: String) -> Answer {
        .ok(Page.schema(of: codec.schema), text)
    }

    /// An answer 201 with JSON and a `Location`.
    public static func created<Value>(_ codec: Codec<Value>, _ text: String) -> Answer { created(codec.schema, text) }
    public static func created(_ schema: Schema, _ text: String) -> Answer {
        Answer(201, text, .json(schema)).field("Location", "The path of what was made")
    }

    /// An answer 201 with JSON and without a `Location`, for something that has no path of its own.
    public static func made<Value>(_ codec: Codec<Value>, _ text: String) -> Answer { made(codec.schema, text) }
    public static func made(_ schema: Schema, _ text: String) -> Answer { Answer(201, text, .json(schema)) }

    /// An answer 202 with JSON, for a request that was accepted and is not done yet.
    public static func accepted<Value>(_ codec: Codec<Value>, _ text: String) -> Answer {
        Answer(202, text, .json(codec.schema))
    }

    /// An answer 204.
    ///
    /// - Parameter text: the answer's content and the state after the call, such as "Nothing; the session has ended".
    public static func noContent(_ text: String) -> Answer { Answer(204, text, .none) }

    /// An answer 200 with a body that is not JSON.
    public static func ok(mediaType: String, _ text: String) -> Answer {
        Answer(200, text, .other(mediaType: mediaType))
    }

    private func field(_ name: String, _ text: String) -> Answer { field(name, Schema(.string), text) }
}
