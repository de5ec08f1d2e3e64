import EventLoop
import Endpoints
public import EventSourcing
import JSON

/// The action of an identity endpoint, which the server performs on the request's loop.
public struct IdentityAction: Sendable {
    private let work: @Sendable (Identity, Instant) async throws -> IdentityAnswer

    init(_ work: @escaping @Sendable (Identity, Instant) async throws -> IdentityAnswer) { self.work = work }

    /// Performs the action of an identity endpoint.
    ///
    /// - Throws: a `Problem` for a rejection; otherwise a `PostgresError`.
    public func perform(by identity: Identity, at now: Instant) async throws -> IdentityAnswer {
        identity.loop.preconditionCurrent()
        do { return try await work(identity, now) } catch let rejection as IdentityRejection { throw rejection.problem }
    }
}

/// A successful answer of an identity endpoint.
public struct IdentityAnswer: Hashable, Sendable {
    public let status: Int
    /// The body of an identity endpoint's answer as JSON; empty for an answer 202 or 204.
    public let body: [UInt8]
    public let location: String?
    /// The tokens of the session that the endpoint has opened or refreshed; `nil` for other endpoints. The body has them
    /// too.
    public let tokens: IssuedTokens?

    init(_ tokens: IssuedTokens) {
        status = 200
        body = tokens.body
        location = nil
        self.tokens = tokens
    }

    private init(_ status: Int, _ body: [UInt8], location: String? = nil) {
        self.status = status
        self.body = body
        self.location = location
        tokens = nil
    }

    static let noContent = IdentityAnswer(204, [])
    /// The answer 202 without a body, for requests whose result is only mailed.
    static let accepted = IdentityAnswer(202, [])

    static func ok(_ body: [UInt8]) -> IdentityAnswer { IdentityAnswer(200, body) }

    static func ok<Value>(_ value: Value, _ codec: Codec<Value>) -> IdentityAnswer {
        IdentityAnswer(200, codec.bytes(value))
    }

    static func created<Value>(_ value: Value, _ codec: Codec<Value>, at location: String) -> IdentityAnswer {
        IdentityAnswer(201, codec.bytes(value), location: location)
    }

    /// The answer with a complete list: `{"items":[…],"next_cursor":null,"has_more":false}`.
    static func list<Value>(_ values: [Value], _ codec: Codec<Value>) -> IdentityAnswer {
        IdentityAnswer(200, Page.bytes(values, codec))
    }
}
