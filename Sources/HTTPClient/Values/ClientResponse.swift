/// The complete answer to a request of an HTTP client.
public struct ClientResponse: Sendable {
    public let status: Int
    public let body: [UInt8]
    private let fields: [String: String]

    init(_ head: ResponseHead, body: [UInt8]) {
        status = head.status ?? 0
        fields = head.fields
        self.body = body
    }

    /// The value of a header field; `nil` if the answer does not have the field. If a field occurs several times, its
    /// first value counts.
    ///
    /// - Parameter name: the field's name in lower case.
    public subscript(_ name: String) -> String? { fields[name] }
}
