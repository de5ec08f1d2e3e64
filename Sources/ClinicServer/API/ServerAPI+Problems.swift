import Endpoints

extension ServerAPI {
    /// A page about every kind of problem that an operation can answer with (Markdown), by status and name.
    package static var problemsPage: String {
        let operations = operations.filter { !$0.isDeprecated }
        let kinds = Set(operations.flatMap(\.allProblems)).sorted { ($0.status, $0.name) < ($1.status, $1.name) }
        let rows = kinds.map { kind in
            let members = kind.members.map { "`\($0.name)`" }.joined(separator: ", ")
            let answering = operations.filter { $0.allProblems.contains(kind) }.map(\.id)
            return
                "| `\(kind.type)` | \(kind.status) | \(kind.title) | \(members) | \(count(answering, operations)) |\n"
        }
        return """
            # Problem types

            Every refusal is a problem document (RFC 9457, `application/problem+json`). Programs compare `type`, which does
            not change; `title` and `detail` are for people. The further members stand beside them. `/openapi.json` describes
            each member. This page is generated: `chairside openapi --problems > ops/problems.md`.

            | Type | Status | When (the title) | Further members | Answered by |
            | --- | --- | --- | --- | --- |

            """ + rows.joined()
    }

    private static func count(_ answering: [String], _ operations: [Operation]) -> String {
        if answering.count == operations.count { return "every operation" }
        return answering.count <= 4
            ? answering.map { "`\($0)`" }.joined(separator: ", ") : "\(answering.count) operations"
    }
}
