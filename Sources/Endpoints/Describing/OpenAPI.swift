import JSON

/// The API's description (OpenAPI 3.1), written from the list of operations that the server serves. The same list
/// always results in the same bytes.
public struct OpenAPI: Sendable {
    public let title: String
    public let version: String
    /// The description of the whole API in Markdown.
    public let description: String
    /// The base addresses under which clients reach the API.
    public let servers: [String]
    /// Descriptions of the groups of operations, by the groups' names, which OpenAPI calls tags.
    public let tags: [String: String]
    public let examples: OperationExamples

    public init(
        title: String, version: String, description: String, servers: [String], tags: [String: String] = [:],
        examples: OperationExamples = OperationExamples()
    ) {
        self.title = title
        self.version = version
        self.description = description
        self.servers = servers
        self.tags = tags
        self.examples = examples
    }

    /// Writes the OpenAPI document.
    ///
    /// - Throws: if two components share a name.
    public func document(_ operations: [Operation]) throws(DeclarationError) -> [UInt8] {
        let components = try DescribedComponents(operations)
        var writer = JSONWriter(reservingCapacity: 1 << 19)
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
                    writer.member(path) { writer in
                        write(operations.filter { $0.path.text == path }, components.problems, to: &writer)
                    }
                }
            }
            writer.member("components") { components.write(to: &$0) }
        }
        return writer.bytes
    }

    private func write(_ operations: [Operation], _ problems: ProblemAnswers, to writer: inout JSONWriter) {
        for method in Method.allCases {
            for operation in operations where operation.method == method {
                writer.member(method.rawValue.lowercased()) {
                    operation.describe(problems, examples[operation], to: &$0)
                }
            }
        }
    }

    /// The elements without repetitions, in the order of their first appearance.
    static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return elements.filter { seen.insert($0).inserted }
    }
}
