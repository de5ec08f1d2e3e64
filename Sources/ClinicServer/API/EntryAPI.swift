import Clinic
import Endpoints
import JSON

/// The entry point of the API: the only path that an app must know to find the other endpoints without a login.
enum EntryAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1", id: "getEntry", summary: "List the operations that need no session",
            details: "An app needs to know only this path to find the others.",
            tag: "Status", for: .everybody, answers: [.ok(Entry.codec, "The operations")], caching: KeptAnswer.caching
        ) { .kept(answer) }
    ]

    private static let answer = KeptAnswer(
        Entry.codec.bytes(Entry(version: ServerAPI.version, open: ServerAPI.open.map(OpenEndpoint.init))))
}

extension ServerAPI {
    /// The operations that need no authentication, without the aliases of their paths under `/v1/`.
    fileprivate static var open: [Operation] {
        operations.filter { !$0.requiresAuthentication && !$0.path.text.hasPrefix("/v1/") }
    }
}

private struct Entry: Sendable {
    let version: String
    let open: [OpenEndpoint]

    static let codec = object(
        Entry.init(version:open:), field("version", \.version, .string(max: 20).described("The API's version.")),
        field("open", \.open, .array(OpenEndpoint.codec).described("The operations that need no session."))
    ).described("The operations that need no session.").named("Entry")
}

private struct OpenEndpoint: Sendable {
    let operationID: String
    let method: Method
    let path: String

    init(operationID: String, method: Method, path: String) {
        self.operationID = operationID
        self.method = method
        self.path = path
    }

    init(_ operation: Operation) {
        self.init(operationID: operation.id, method: operation.method, path: operation.path.text)
    }

    static let codec = object(
        OpenEndpoint.init(operationID:method:path:),
        field("operation_id", \.operationID, .string(max: 60).described("The operation's `operationId`.")),
        field("method", \.method, .stringEnum.described("The HTTP method.")),
        field("path", \.path, .string(max: 200).described("The path."))
    ).described("An operation that needs no session.").named("OpenEndpoint")
}
