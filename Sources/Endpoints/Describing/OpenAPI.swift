import JSON

/// The API's description (OpenAPI 3.1), written from the operations that the server serves: the same list, the same bytes.
public struct OpenAPI: Sendable {
    public let title: String
    public let version: String
    /// The description of the API, in Markdown.
    public let description: String
    /// The base addresses of the API.
    public let servers: [String]
    /// Descriptions of the groups of operations, by their tags.
    public let tags: [String: String]

    public init(title: String, version: String, description: String, servers: [String], tags: [String: String] = [:]) {
        self.title = title
        self.version = version
        self.description = description
        self.servers = servers
        self.tags = tags
    }

    /// Writes the OpenAPI document.
    ///
    /// - Throws: where two schemas share a component's name.
    public func document(_ operations: [Operation]) throws(DeclarationError) -> [UInt8] {
        let components = try components(operations)
        var writer = JSONWriter(reservingCapacity: 1 << 16)
        writer.object { writer in
            writer.member("openapi", "3.1.0")
            writer.member("info") { writer in
                writer.member("title", title)
                writer.member("version", version)
                writer.member("description", description)
            }
            writer.name("servers")
            writer.array(servers) { writer, url in writer.object { $0.member("url", url) } }
            writer.name("tags")
            writer.array(OpenAPI.unique(operations.map(\.tag))) { writer, tag in
                writer.object { writer in
                    writer.member("name", tag)
                    if let text = tags[tag] { writer.member("description", text) }
                }
            }
            writer.member("paths") { writer in
                for path in OpenAPI.unique(operations.map(\.path.text)) {
                    writer.member(path) { writer in write(operations.filter { $0.path.text == path }, to: &writer) }
                }
            }
            writer.member("components") { writer in
                write(components, answered: answered(operations), to: &writer)
            }
        }
        return writer.bytes
    }

    private func write(_ operations: [Operation], to writer: inout JSONWriter) {
        for method in Method.allCases {
            for operation in operations where operation.method == method {
                writer.member(method.rawValue.lowercased()) { operation.describe(to: &$0) }
            }
        }
    }

    private func components(_ operations: [Operation]) throws(DeclarationError) -> [String: Schema] {
        var components: [String: Schema] = [:]
        let problems = OpenAPI.unique(operations.flatMap(\.allProblems))
        for schema in operations.flatMap(\.schemas) + problems.map(\.schema) {
            if let name = schema.collectComponents(into: &components) {
                throw DeclarationError("two schemas are called \(name)")
            }
        }
        return components
    }

    /// The names of the components that are used in answers.
    private func answered(_ operations: [Operation]) -> Set<String> {
        var components: [String: Schema] = [:]
        let problems = operations.flatMap(\.allProblems).map(\.schema)
        for schema in operations.flatMap(\.answeredSchemas) + problems {
            _ = schema.collectComponents(into: &components)
        }
        return Set(components.keys)
    }

    private func write(
        _ components: [String: Schema], answered: Set<String>, to writer: inout JSONWriter
    ) {
        writer.member("schemas") { writer in
            for (name, schema) in components.sorted(by: { $0.key < $1.key }) {
                writer.name(name)
                (answered.contains(name) ? schema.opened : schema).write(to: &writer, whole: true)
            }
        }
        writer.member("responses") { writer in
            for problems in ProblemAnswer.shared {
                guard let name = problems.sharedName else { continue }
                writer.member(name) { problems.describeWhole(to: &$0) }
            }
        }
        writer.member("securitySchemes") { writer in
            OpenAPI.bearer(
                "session", "The access token that login and refresh give; it lives for ten minutes.", &writer)
            OpenAPI.bearer("refresh_token", "The refresh token, where an operation takes it as its input.", &writer)
        }
    }

    private static func bearer(_ name: String, _ text: String, _ writer: inout JSONWriter) {
        writer.member(name) { writer in
            writer.member("type", "http")
            writer.member("scheme", "bearer")
            writer.member("description", text)
        }
    }

    /// The elements, each once, in the order of first appearance.
    static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return elements.filter { seen.insert($0).inserted }
    }
}
