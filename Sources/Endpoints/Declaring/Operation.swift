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

/// Everything about an endpoint except its handler. The router and the API's description use it.
public final class Operation: Sendable {
    public let method: Method
    public let path: PathTemplate
    /// The operation's unique id in camel case, such as `bookAppointment`.
    public let id: String
    /// The summary of the operation, one line.
    public let summary: String
    /// Further text about the operation, in Markdown.
    public let details: String?
    /// The operation's group in the API's description, such as `Appointments`.
    public let tag: String
    public let access: Access
    /// Whether the operation is deprecated: it is kept for older clients, and another operation does the same.
    public let isDeprecated: Bool
    /// Whether a session that is restricted to the account's own data may call the operation.
    let isOpenToRestricted: Bool
    /// Whether a session for background work may call the operation, although other restricted sessions may not.
    let isOpenInBackground: Bool
    public let parameters: [Parameter]
    /// The schema of the request's JSON body; `nil` if the operation has none.
    public let body: Schema?
    public let bodyIsRequired: Bool
    /// The maximum size of the request's body in bytes; `nil` if the server's general limit applies.
    public let bodyLimit: Int?
    /// The media types and schemas that the endpoint accepts for an uploaded body; empty if the operation has no such
    /// body.
    public let upload: [UploadForm]
    /// Whether the endpoint reads the token in `Authorization` as an input, instead of as a session's access token.
    public let takesBearerToken: Bool
    let bearerTokenIsOptional: Bool
    /// Whether the endpoint can read a refresh token from a browser's cookie.
    public let takesRefreshCookie: Bool
    /// Whether the operation gives or takes a refresh token, so that a page may keep the token in a cookie.
    public let movesRefreshTokens: Bool
    /// The names of the query parameters that the operation accepts.
    let queryNames: [[UInt8]]
    /// The successful answers, at least one. A command that succeeds is answered with the status of the first of these.
    public let answers: [Answer]
    /// The operation's own problems, beside those of its inputs, its access and the server.
    public let problems: [Problem.Kind]
    public let idempotency: Idempotency
    public let caching: Caching
    /// Whether the client may follow the answer: get only its changes, by polls or as a stream of events.
    public let isFollowed: Bool

    init(
        method: Method, path: PathTemplate, id: String, summary: String, details: String?, tag: String, access: Access,
        isDeprecated: Bool = false, isOpenToRestricted: Bool, isOpenInBackground: Bool = false, takes: Takes,
        answers: [Answer], problems: [Problem.Kind],
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
        self.isOpenInBackground = isOpenInBackground
        parameters = takes.parameters
        body = takes.body
        bodyIsRequired = !takes.bodyIsOptional
        bodyLimit = takes.bodyLimit
        upload = takes.upload
        takesBearerToken = takes.bearerToken
        bearerTokenIsOptional = takes.bearerTokenIsOptional
        takesRefreshCookie = takes.refreshCookie
        movesRefreshTokens = takes.refreshCookie || answers.contains(where: \.hasRefreshToken)
        queryNames = takes.parameters.filter { $0.place == .query }.map { Array($0.name.utf8) }
        self.answers = answers
        self.problems = problems
        self.idempotency = idempotency
        self.caching = caching
        isFollowed = answers.contains { $0.alternatives.contains(Self.eventStream) }
        precondition(
            caching != .polled || takes.body == nil && !takes.parameters.contains { $0.place == .header },
            "what a poll asks for stands in its target")
    }

    /// The rule that says which callers may use an endpoint.
    public enum Access: Hashable, Sendable {
        case everybody
        case roles([Role])
        /// Callers whose session has one of the given roles may use the endpoint, even while the session is locked
        /// until its PIN is entered.
        case rolesEvenLocked([Role])
    }

    /// Whether repeating a request with the same `Idempotency-Key` has one effect and one answer.
    public enum Idempotency: Hashable, Sendable {
        /// The endpoint takes no `Idempotency-Key`: it only reads, or a repeated request does no harm.
        case none
        case accepted
        /// An `Idempotency-Key` is accepted. A request without one that repeats a request of the same session within five
        /// minutes has no second effect either, and is answered like the first: apps that send no key repeat what they
        /// have queued while they were offline.
        case implied
        /// An `Idempotency-Key` is required; a request without one gets 428.
        case required
    }

    /// The rule for the `Cache-Control` field of an operation's answer.
    public enum Caching: Hashable, Sendable {
        /// No cache may store the answer, for example because it contains patient data.
        case noStore
        /// No cache may store the answer of a polled view. The client asks again with `If-None-Match`; with
        /// `Prefer: wait` the server answers when the view changes.
        case polled
        /// The client may store the answer. After `maxAge` seconds it asks with `If-None-Match` for a newer one.
        case privateETag(maxAge: Int)
        /// Every cache may store the answer, since its data is public. After `maxAge` seconds the cache asks with
        /// `If-None-Match` for a newer one.
        case publicETag(maxAge: Int)
    }
}

extension Operation {
    public var requiresAuthentication: Bool { access != .everybody }

    /// The roles that may call the operation; empty for an endpoint without authentication.
    public var roles: [Role] {
        switch access {
        case .everybody: []
        case .roles(let roles), .rolesEvenLocked(let roles): roles
        }
    }

    /// Whether a session that waits to be unlocked may call the operation.
    var isOpenToLocked: Bool { if case .roles = access { false } else { true } }

    /// Whether a session with the given restriction may call the operation.
    func isOpen(to restriction: Restriction) -> Bool {
        isOpenToRestricted || isOpenInBackground && restriction == .background
    }

    /// Whether the caller's session may call the operation in its present state, locked or restricted as it is.
    public func isOpen(to caller: Principal) -> Bool {
        (isOpenToLocked || !caller.isLocked) && caller.restriction.map { isOpen(to: $0) } ?? true
    }

    /// Whether a client may send `Prefer: wait` to wait for a change of the answer.
    public var isPolled: Bool { caching == .polled }

    /// The media type of server-sent events (HTML, section "Server-sent events").
    public static let eventStream = "text/event-stream"

    /// Whether the operation answers with an `ETag`, and so honours `If-Match` and `If-None-Match`.
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
    /// Whether the parameter may have several values with commas between them.
    public let isList: Bool
    /// The parameter's name among the components of the API's description, if several operations share the parameter.
    let component: String?
    /// An example value of a parameter that several operations share. Other parameters have their values in the
    /// recorded examples.
    let example: RawJSON?

    init(
        _ place: InputIssue.Place, _ name: String, _ schema: Schema, isRequired: Bool, isList: Bool = false,
        component: String? = nil, example: RawJSON? = nil
    ) {
        self.place = place
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.isList = isList
        self.component = component
        self.example = example
    }
}
