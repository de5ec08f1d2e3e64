public import JSON

public enum Method: String, Hashable, CaseIterable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
}

/// Everything about an endpoint except its handler: used by the router and the API's description.
public final class Operation: Sendable {
    public let method: Method
    public let path: PathTemplate
    /// Unique, in camel case, such as `bookAppointment`.
    public let id: String
    /// One line.
    public let summary: String
    /// Further text, in Markdown.
    public let details: String?
    /// The group in the API's description, such as `Appointments`.
    public let tag: String
    public let access: Access
    /// Kept for older clients; another operation does the same.
    public let isDeprecated: Bool
    /// Whether a session that is restricted to the account's own data may call.
    let isOpenToRestricted: Bool
    public let parameters: [Parameter]
    /// The schema of the JSON body.
    public let body: Schema?
    public let bodyIsRequired: Bool
    /// The token in `Authorization` is an input, not a session's.
    public let takesBearerToken: Bool
    let bearerTokenIsOptional: Bool
    /// The allowed names in the query.
    let queryNames: [[UInt8]]
    /// The first is the usual one.
    public let answers: [Answer]
    /// Beside those of its inputs, its access and the server.
    public let problems: [Problem.Kind]
    public let idempotency: Idempotency
    public let caching: Caching

    init(
        method: Method, path: PathTemplate, id: String, summary: String, details: String?, tag: String, access: Access,
        isDeprecated: Bool = false, isOpenToRestricted: Bool, takes: Takes, answers: [Answer], problems: [Problem.Kind],
        idempotency: Idempotency,
        caching: Caching
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.summary = summary
        self.details = details
        self.tag = tag
        self.access = access
        self.isDeprecated = isDeprecated
        self.isOpenToRestricted = isOpenToRestricted
        parameters = takes.parameters
        body = takes.body
        bodyIsRequired = !takes.bodyIsOptional
        takesBearerToken = takes.bearerToken
        bearerTokenIsOptional = takes.bearerTokenIsOptional
        queryNames = takes.parameters.filter { $0.place == .query }.map { Array($0.name.utf8) }
        self.answers = answers
        self.problems = problems
        self.idempotency = idempotency
        self.caching = caching
        precondition(
            caching != .polled || takes.body == nil && !takes.parameters.contains { $0.place == .header },
            "what a poll asks for stands in its target")
    }

    /// The access rule of an endpoint.
    public enum Access: Hashable, Sendable {
        case everybody
        case roles([Role])
        /// The same, also while the session waits for its PIN.
        case rolesEvenLocked([Role])
    }

    /// Whether repeating a request with the same `Idempotency-Key` has one effect and one answer.
    public enum Idempotency: Hashable, Sendable {
        /// The endpoint reads, or is idempotent by nature.
        case none
        case accepted
        /// Without a key: 428.
        case required
    }

    /// The `Cache-Control` of an answer.
    public enum Caching: Hashable, Sendable {
        /// For all patient data.
        case noStore
        /// For polled views: not stored, requested again with `If-None-Match`, and held until a change with `Prefer:
        /// wait`.
        case polled
        /// The client may store it, and requests it again with `If-None-Match`.
        case privateETag(maxAge: Int)
        /// The same for public data.
        case publicETag(maxAge: Int)
    }
}

extension Operation {
    public var requiresAuthentication: Bool { access != .everybody }

    /// The roles that may call; empty for an endpoint without authentication.
    public var roles: [Role] {
        switch access {
        case .everybody: []
        case .roles(let roles), .rolesEvenLocked(let roles): roles
        }
    }

    /// Whether the client may wait for a change.
    public var isPolled: Bool { caching == .polled }

    /// Whether it answers with an `ETag`, and so honours `If-Match` and `If-None-Match`.
    public var hasETag: Bool {
        switch caching {
        case .noStore: answers.contains(where: \.isEntity)
        case .polled, .privateETag, .publicETag: true
        }
    }

    public var isSafe: Bool { method == .get || method == .head || method == .options }
}

/// A parameter in the path, the query or the header.
public struct Parameter: Hashable, Sendable {
    public let place: InputIssue.Place
    public let name: String
    public let schema: Schema
    public let isRequired: Bool
    /// Several values with commas between them.
    public let isList: Bool

    init(_ place: InputIssue.Place, _ name: String, _ schema: Schema, isRequired: Bool, isList: Bool = false) {
        self.place = place
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.isList = isList
    }
}
