import Endpoints
import JSON

/// The endpoints that explain the `type` of a problem to people and programs.
enum ProblemsAPI {
    /// The endpoints that explain the kinds of problems of an API.
    ///
    /// - Parameter operations: the API's operations. The endpoints explain every problem with which an operation may
    ///   answer.
    static func endpoints(about operations: [Operation]) -> [Endpoint<ServerAction>] {
        let catalogue = ProblemCatalogue(of: operations)
        let overview = Forms(
            ProblemTypes.codec.bytes(ProblemTypes(items: catalogue.entries.map { ProblemType($0) })), catalogue.page)
        let each = Dictionary(
            uniqueKeysWithValues: catalogue.entries.map { entry in
                (entry.kind.name, Forms(ProblemType.codec.bytes(ProblemType(entry)), entry.page))
            })
        return [
            Endpoint(
                .get, "/problems", id: "listProblemTypes", summary: "List the kinds of problems",
                details: """
                    Every kind of problem that a request may be answered with. A page for people if `Accept` prefers \
                    `text/html`.
                    """,
                tag: "Status", for: .everybody, takes: .accepted,
                answers: [.ok(ProblemTypes.codec, "All kinds, by status and name").alternatively("text/html")],
                caching: KeptAnswer.caching
            ) { .kept(overview.form(for: $0)) },
            Endpoint(
                .get, "/problems/{type}", id: "getProblemType", summary: "Explain a kind of problem",
                details: """
                    When the problem occurs, and what a client should do. Every answer with a problem leads here by its \
                    header field `Link`. A page for people if `Accept` prefers `text/html`.
                    """,
                tag: "Status", for: .everybody,
                takes: .path(
                    "type",
                    .string(1...200).described(
                        "The problem's `type`, or its last part alone: `urn:chairside:problem:slot-taken` or `slot-taken`."
                    )),
                .accepted,
                answers: [.ok(ProblemType.codec, "The kind of problem").alternatively("text/html")],
                caching: KeptAnswer.caching
            ) { type, accepted throws(Problem) in
                guard let forms = each[Problem.Kind.name(in: type)] else { throw .notFound }
                return .kept(forms.form(for: accepted))
            },
        ]
    }

    private struct Forms: Sendable {
        private let json: KeptAnswer
        private let html: KeptAnswer

        init(_ json: [UInt8], _ html: [UInt8]) {
            self.json = KeptAnswer(json, as: "application/json")
            self.html = KeptAnswer(html, as: "text/html; charset=utf-8")
        }

        func form(for accepted: AcceptedMedia) -> KeptAnswer {
            accepted.prefers("text/html", to: "application/json") ? html : json
        }
    }
}

/// The JSON that explains one kind of problem to clients.
private struct ProblemType: Sendable {
    struct Member: Sendable {
        let name: String
        let text: String

        static let codec = object(
            Member.init(name:text:), field("name", \.name, .string(max: 100).described("The member's name.")),
            field("description", \.text, .string(max: 2000).described("The value's meaning."))
        ).described("A member of a problem document.").named("ProblemTypeMember")
    }

    let type: String
    let title: String
    let status: Int
    let means: String
    let remedy: String
    let members: [Member]
    let operations: [String]?
    let example: RawJSON

    static let codec = object(
        ProblemType.init(type:title:status:means:remedy:members:operations:example:),
        field("type", \.type, .string(max: 200).described("The `type` that programs compare.")),
        field("title", \.title, .string(max: 200).described("The kind in a few words, for people.")),
        field("status", \.status, .int(400...599).described("The HTTP status of such an answer.")),
        field("means", \.means, .string(max: 2000).described("When the problem occurs.")),
        field("remedy", \.remedy, .string(max: 2000).described("The client's next step.")),
        field(
            "members", \.members,
            .array(Member.codec).described(
                "The members that such a document may have besides `type`, `title`, `status` and `detail`.")),
        optionalField(
            "operations", \.operations,
            .array(.string(max: 100)).described(
                "The `operationId`s of the operations that may answer so; absent: any request may be answered so.")),
        field("example", \.example, .raw(Schema(.object)).described("A problem document of this kind."))
    ).described("A kind of problem.").named("ProblemType")
}

/// The JSON object that lists every kind of problem for clients.
private struct ProblemTypes: Sendable {
    let items: [ProblemType]

    static let codec = object(
        ProblemTypes.init(items:),
        field("items", \.items, .array(ProblemType.codec).described("Every kind, by status and name."))
    ).described("Every kind of problem.").named("ProblemTypes")
}

extension ProblemType {
    init(_ entry: ProblemCatalogue.Entry) {
        let kind = entry.kind
        self.init(
            type: kind.type, title: kind.title, status: kind.status, means: kind.means, remedy: kind.remedy,
            members: kind.members.map { Member(name: $0.name, text: $0.schema.descriptionHere ?? "") },
            operations: entry.operations, example: kind.example)
    }
}
