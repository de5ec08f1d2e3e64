/// The raw parts of a request that an endpoint may read, before they are decoded.
public struct Invocation: Sendable {
    /// The parameters of the path, as the router found them.
    public var arguments: PathArguments
    /// The query of the URL: the part after the question mark, as sent.
    public var query: ArraySlice<UInt8>
    public var body: [UInt8]
    /// The request's caller, if a session was verified; otherwise `nil`.
    public var principal: Principal?
    /// The value of a header field by its name in lower case; several lines are joined with commas.
    public var field: @Sendable (String) -> ArraySlice<UInt8>?
    /// The client's address as text. Behind a trusted proxy it is the address that the proxy names.
    public var peer: String?
    /// The refresh token in the cookie of a page that keeps it there; otherwise `nil`.
    public var refreshCookie: String?

    public init(
        arguments: PathArguments, query: ArraySlice<UInt8> = [], body: [UInt8] = [], principal: Principal? = nil,
        peer: String? = nil, field: @escaping @Sendable (String) -> ArraySlice<UInt8>? = { _ in nil }
    ) {
        self.arguments = arguments
        self.query = query
        self.body = body
        self.principal = principal
        self.peer = peer
        self.field = field
    }

    func idempotencyKey(_ policy: Operation.Idempotency) throws(Problem) -> IdempotencyKey? {
        guard policy != .none else { return nil }
        guard let bytes = field("idempotency-key") else {
            guard policy != .required else {
                throw Problem(.preconditionRequired, "Idempotency-Key is required here")
            }
            return nil
        }
        guard let key = IdempotencyKey(bytes) else {
            throw .malformed([
                InputIssue(.header, "/Idempotency-Key", code: "bad_format", detail: IdempotencyKey.rule)
            ])
        }
        return key
    }
}
