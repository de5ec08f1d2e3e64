import Endpoints

/// All kinds of problems that the operations of an API answer with, sorted by status and name.
struct ProblemCatalogue: Sendable {
    struct Entry: Sendable {
        let kind: Problem.Kind
        /// The ids of the operations that may answer with this kind of problem; `nil` if any request may get it.
        let operations: [String]?
    }

    let entries: [Entry]

    /// Makes the catalogue of the kinds of problems that an API's operations answer with.
    ///
    /// - Parameter operations: all operations of the API. The catalogue does not name deprecated ones, since they
    ///   answer like the operations that replace them.
    init(of operations: [Operation]) {
        let current = operations.filter { !$0.isDeprecated }
        let kindsOfEach = current.map { Set($0.allProblems) }
        entries = Operation.everyProblem(of: operations)
            .sorted { ($0.status, $0.name) < ($1.status, $1.name) }
            .map { kind in
                let answering = zip(current, kindsOfEach).filter { $1.contains(kind) }.map(\.0.id)
                let isOfAny = answering.isEmpty || answering.count == current.count
                return Entry(kind: kind, operations: isOfAny ? nil : answering)
            }
    }
}

extension ServerAPI {
    /// A Markdown page that lists all kinds of problems.
    package static var problemsPage: String {
        let rows = ProblemCatalogue(of: operations).entries.map { entry in
            let kind = entry.kind
            let members = kind.members.map { "`\($0.name)`" }.joined(separator: ", ")
            return """
                | `\(kind.name)` | \(kind.status) | \(kind.title). \(kind.means) | \(kind.remedy) | \(members) | \
                \(count(entry.operations)) |

                """
        }
        return """
            # Problem types

            Every refusal is a problem document (RFC 9457, `application/problem+json`). Programs compare `type`, which does
            not change: it is `urn:chairside:problem:` and the name. `title` and `detail` are for people. The further members
            stand beside them. The server itself explains each kind at `GET /problems/{name}`, for people and for programs, and
            `/openapi.json` has an example of each. This page is generated: `chairside openapi --problems > ops/problems.md`.

            | Name | Status | When | What to do | Further members | Answered by |
            | --- | --- | --- | --- | --- | --- |

            """ + rows.joined()
    }

    private static func count(_ operations: [String]?) -> String {
        guard let operations else { return "every operation" }
        return operations.count <= 4
            ? operations.map { "`\($0)`" }.joined(separator: ", ") : "\(operations.count) operations"
    }
}
