import JSON

/// The problems with one status that an operation may answer with. They form one response of the API's description.
struct ProblemAnswer: Hashable {
    let status: Int
    let kinds: [Problem.Kind]

    init(_ kind: Problem.Kind) {
        status = kind.status
        kinds = [kind]
    }

    private init(status: Int, kinds: [Problem.Kind]) {
        self.status = status
        self.kinds = kinds
    }

    /// The problem answers of an operation, by status.
    static func all(of operation: Operation) -> [ProblemAnswer] {
        let kinds = operation.allProblems
        return Set(kinds.map(\.status)).sorted().map { status in
            ProblemAnswer(status: status, kinds: kinds.filter { $0.status == status })
        }
    }

    /// The name that this answer with problems has among the components of the API's description.
    /// - Parameter operation: an operation that may give this answer.
    func name(for operation: Operation) -> String {
        if let known = ProblemAnswer.names[kinds] { return known }
        switch kinds.count {
        case 1: return kinds[0].componentName
        case 2: return kinds.map(\.words).joined(separator: "Or") + "Problems"
        case _: return "\(operation.id.prefix(1).uppercased())\(operation.id.dropFirst())\(status)Problems"
        }
    }

    /// Names for sets of problems that follow from the access, the method or the idempotency key, and so occur in many
    /// operations.
    private static let names: [[Problem.Kind]: String] = [
        [.unauthenticated, .tokenExpired, .sessionEnded]: "NoSessionProblems",
        [.forbidden, .sessionLocked, .sessionRestricted, .areaClosed]: "NotAllowedProblems",
        [.contention, .idempotencyKeyReused, .answerNotKept]: "RepetitionProblems",
    ]

    /// A schema that fits a problem of any of these kinds. Clients must also accept a kind that they do not know.
    func schema(named name: String) -> Schema {
        let special = kinds.filter { !$0.members.isEmpty }
        if special.isEmpty { return Problem.schema }
        if kinds.count == 1 { return kinds[0].schema }
        let shapes = kinds.map(\.schema)
        return shapes.dropFirst().reduce(shapes[0]) { $0.either($1) }
            .described("One of several kinds of problems; `type` says which.").named(name)
    }

    func describe(_ name: String, to writer: inout JSONWriter) {
        if kinds.count == 1 {
            writer.member("description", "\(kinds[0].title). \(kinds[0].means)")
        } else {
            writer.member("description", kinds.map { "\($0.title) (`\($0.name)`)" }.joined(separator: "; "))
        }
        writer.headers(fields)
        writer.name("x-problem-types")
        writer.array(kinds) { $0.write($1.type) }
        writer.member("content") { describeContent(name, to: &$0) }
    }

    /// Writes the schema and the examples of the problem documents, as a response's content of the media type
    /// `application/problem+json`.
    func describeContent(_ name: String, to writer: inout JSONWriter) {
        writer.member(Problem.mediaType) { writer in
            writer.name("schema")
            schema(named: name).write(to: &writer)
            writer.member("examples") { writer in
                for kind in kinds {
                    writer.member(kind.name) { $0.member("$ref", "#/components/examples/\(kind.componentName)") }
                }
            }
        }
    }

    private var fields: [Answer.Field] {
        var fields = [
            Answer.Field(
                name: "Link", schema: Schema(.string),
                text: "The page that explains the kind of problem: `</problems/…>; rel=\"type\"`")
        ]
        if status == 401 {
            fields.append(
                Answer.Field(
                    name: "WWW-Authenticate", schema: Schema(.string), text: "How to authenticate (RFC 9110 §11.6.1)"))
        }
        if kinds.contains(.methodNotAllowed) {
            fields.append(
                Answer.Field(name: "Allow", schema: Schema(.string), text: "The methods that the path has"))
        }
        if status == 429 || status == 503 {
            fields.append(Answer.Field(name: "Retry-After", schema: Schema(.integer), text: "Seconds to wait"))
        }
        return fields
    }
}

/// Every response with problems that the operations of an API refer to, by name.
struct ProblemAnswers {
    private var names: [ProblemAnswer: String] = [:]
    private(set) var all: [(name: String, answer: ProblemAnswer)] = []
    /// Every kind of problem that the API may answer with.
    let kinds: [Problem.Kind]

    /// Collects the responses of all operations.
    ///
    /// - Throws: if two responses share a name.
    init(_ operations: [Operation]) throws(DeclarationError) {
        kinds = Operation.everyProblem(of: operations)
        for kind in kinds {
            let answer = ProblemAnswer(kind)
            names[answer] = kind.componentName
            all.append((kind.componentName, answer))
        }
        for operation in operations {
            for answer in ProblemAnswer.all(of: operation) where names[answer] == nil {
                let name = answer.name(for: operation)
                guard !all.contains(where: { $0.name == name }) else {
                    throw DeclarationError("two responses are called \(name)")
                }
                names[answer] = name
                all.append((name, answer))
            }
        }
    }

    func name(of answer: ProblemAnswer) -> String { names[answer] ?? "" }

    var schemas: [Schema] { all.map { $0.answer.schema(named: $0.name) } }
}
