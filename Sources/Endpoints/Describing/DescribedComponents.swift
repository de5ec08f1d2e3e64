import JSON

/// The components of the API's description, to which its operations refer (OpenAPI 3.1 §4.8.7).
struct DescribedComponents {
    let problems: ProblemAnswers
    private let schemas: [String: Schema]
    /// The names of the schemas that occur in answers, including problems.
    private let answered: Set<String>
    private let parameters: [Parameter]

    /// Collects the components of all operations.
    ///
    /// - Throws: if two components share a name.
    init(_ operations: [Operation]) throws(DeclarationError) {
        problems = try ProblemAnswers(operations)
        schemas = try Self.components(operations.flatMap(\.schemas) + problems.schemas)
        answered = Set(try Self.components(operations.flatMap(\.answeredSchemas) + problems.schemas).keys)
        let used = operations.flatMap(\.impliedParameters)
        parameters = Parameter.shared.filter { used.contains($0) }
    }

    private static func components(_ schemas: [Schema]) throws(DeclarationError) -> [String: Schema] {
        var components: [String: Schema] = [:]
        for schema in schemas {
            if let name = schema.collectComponents(into: &components) {
                throw DeclarationError("two schemas are called \(name)")
            }
        }
        return components
    }

    func write(to writer: inout JSONWriter) {
        writer.member("schemas") { writer in
            for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
                writer.name(name)
                (answered.contains(name) ? schema.opened : schema).write(to: &writer, whole: true)
            }
        }
        writer.member("parameters") { writer in
            for parameter in parameters {
                writer.member(parameter.component ?? "") { parameter.describeWhole([], to: &$0) }
            }
        }
        writer.member("responses") { writer in
            for (name, answer) in problems.all {
                writer.member(name) { answer.describe(name, to: &$0) }
            }
        }
        writer.member("examples") { writer in
            for kind in problems.kinds {
                writer.member(kind.componentName) { writer in
                    writer.member("summary", kind.title)
                    writer.member("description", "\(kind.means) \(kind.remedy)")
                    writer.member("value", kind.example)
                }
            }
        }
        writer.member("securitySchemes") { writer in
            Self.bearer(
                "session", "The access token that login and refresh give; it lives for ten minutes.", &writer)
            Self.bearer("refresh_token", "The refresh token, where an operation takes it as its input.", &writer)
            writer.member("refresh_cookie") { writer in
                writer.member("type", "apiKey")
                writer.member("in", "cookie")
                writer.member("name", RefreshCookie(isSecure: true).name)
                writer.member(
                    "description",
                    "The refresh token in a browser's cookie. It counts only with `Chairside-Tokens: cookie`.")
            }
        }
    }

    private static func bearer(_ name: String, _ text: String, _ writer: inout JSONWriter) {
        writer.member(name) { writer in
            writer.member("type", "http")
            writer.member("scheme", "bearer")
            writer.member("description", text)
        }
    }
}
