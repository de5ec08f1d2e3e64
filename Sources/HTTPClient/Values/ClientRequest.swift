/// A request of an HTTP client. Scheme and authority come from the client's origin.
public struct ClientRequest: Sendable {
    public var method: String
    /// The path and the query of a request, as HTTP/2's `:path`.
    public var path: String
    /// The header fields of a client's request in their order, with names in lower case.
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]

    public init(_ method: String, _ path: String, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
    }
}
