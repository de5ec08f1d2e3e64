import JSON

/// The problems of one status, for the API's description.
struct ProblemAnswer {
    let status: Int
    let kinds: [Problem.Kind]

    /// The problem answers of an operation, by status.
    static func all(of operation: Operation) -> [ProblemAnswer] {
        let kinds = operation.allProblems
        return Set(kinds.map(\.status)).sorted().map { status in
            ProblemAnswer(status: status, kinds: kinds.filter { $0.status == status })
        }
    }

    /// The problem answers that are the same for every operation. They are written once, among the components.
    static let shared = Operation.problemsEverywhere.map { ProblemAnswer(status: $0.status, kinds: [$0]) }

    /// The component's name of a shared problem answer; `nil` for others.
    var sharedName: String? {
        kinds.count == 1 && Operation.problemsEverywhere.contains(kinds[0]) ? kinds[0].componentName : nil
    }

    func describe(to writer: inout JSONWriter) {
        if let sharedName {
            writer.member("$ref", "#/components/responses/\(sharedName)")
        } else {
            describeWhole(to: &writer)
        }
    }

    func describeWhole(to writer: inout JSONWriter) {
        writer.member("description", kinds.map { "\($0.title) (`\($0.name)`)" }.joined(separator: "; "))
        if status == 429 || status == 503 {
            writer.headers([Answer.Field(name: "Retry-After", schema: Schema(.integer), text: "Seconds to wait")])
        }
        writer.name("x-problem-types")
        writer.array(kinds) { $0.write($1.type) }
        // A client must also accept a kind that it does not know.
        let schemas = kinds.map(\.schema)
        writer.content(Problem.mediaType, schemas.dropFirst().reduce(schemas[0]) { $0.either($1) })
    }
}
