public import JSON

/// A recorded request to an operation with its answer, for the API's description.
public struct OperationExample: Sendable {
    public struct Pair: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public struct Request: Sendable {
        /// The values of the path's parameters as decoded text.
        public var path: [Pair] = []
        public var query: [Pair] = []
        public var fields: [Pair] = []
        public var body: JSONValue?

        public init() {}
    }

    public struct Reply: Sendable {
        public let status: Int
        /// The answer's header fields, as far as the operation declares them.
        public let fields: [Pair]
        /// The answer's body; `nil` if it has none. A body that is not JSON is stored as a JSON string.
        public let body: JSONValue?

        public init(_ status: Int, _ fields: [Pair], _ body: JSONValue?) {
            self.status = status
            self.fields = fields
            self.body = body
        }
    }

    /// The example's name, which no other example of the operation has, such as the caller's role.
    public let name: String
    /// A summary of the example in one line: the caller and the purpose of the request.
    public let summary: String
    public let request: Request
    public let reply: Reply

    public init(_ name: String, _ summary: String, _ request: Request, _ reply: Reply) {
        self.name = name
        self.summary = summary
        self.request = request
        self.reply = reply
    }
}

extension OperationExample {
    /// Reads a recorded example from its JSON.
    ///
    /// - Throws: if the JSON lacks the name, the summary, the request or the response with its status.
    public init(_ json: JSONValue) throws(DeclarationError) {
        guard let name = json["name"]?.string, let summary = json["summary"]?.string, let asked = json["request"],
            let answered = json["response"], let status = answered["status"]?.integer
        else { throw DeclarationError("an example needs name, summary, request and response") }
        var request = Request()
        request.path = Self.pairs(asked["path"])
        request.query = Self.pairs(asked["query"])
        request.fields = Self.pairs(asked["headers"])
        request.body = asked["body"]
        self.init(name, summary, request, Reply(Int(status), Self.pairs(answered["headers"]), answered["body"]))
    }

    public var json: JSONValue {
        var asked: [(String, JSONValue)] = []
        for (part, pairs) in [("path", request.path), ("query", request.query), ("headers", request.fields)]
        where !pairs.isEmpty {
            asked.append((part, Self.object(pairs)))
        }
        if let body = request.body { asked.append(("body", body)) }
        var answered: [(String, JSONValue)] = [("status", .integer(reply.status))]
        if !reply.fields.isEmpty { answered.append(("headers", Self.object(reply.fields))) }
        if let body = reply.body { answered.append(("body", body)) }
        return .object([
            ("name", .string(name)), ("summary", .string(summary)), ("request", .object(asked)),
            ("response", .object(answered)),
        ])
    }

    private static func pairs(_ json: JSONValue?) -> [Pair] {
        (json?.members ?? []).map { Pair($0.name, $0.value.string ?? "") }
    }

    private static func object(_ pairs: [Pair]) -> JSONValue { .object(pairs.map { ($0.name, .string($0.value)) }) }

    /// A parameter's value in the example; `nil` if the example does not have the parameter.
    func value(of parameter: Parameter) -> String? {
        let pairs =
            switch parameter.place {
            case .path: request.path
            case .query: request.query
            case .header: request.fields
            case .body: [Pair]()
            }
        return pairs.first { $0.name == parameter.name }?.value
    }
}

/// The examples of all operations, by the operations' ids.
public struct OperationExamples: Sendable {
    public private(set) var all: [String: [OperationExample]] = [:]

    public init() {}

    /// Reads the recorded examples.
    ///
    /// - Parameter files: the contents of JSON files, each of which maps operations' ids to lists of examples.
    public init(_ files: [[UInt8]]) throws(DeclarationError) {
        for file in files {
            guard let operations = (try? JSONValue(parsing: file, limits: .stored))?.members else {
                throw DeclarationError("a file of examples is not a JSON object")
            }
            for operation in operations {
                for example in operation.value.elements ?? [] {
                    all[operation.name, default: []].append(try OperationExample(example))
                }
            }
        }
    }

    subscript(operation: Operation) -> [OperationExample] { all[operation.id] ?? [] }
}
