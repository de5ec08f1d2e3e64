/// The outcome of one attempt to send a webhook's request.
public enum WebhookOutcome: Hashable, Sendable {
    /// The receiver of the webhook answered with an HTTP status.
    case answered(Int)
    /// The receiver of the webhook gave no answer, for the given reason.
    case failed(Failure)

    /// The reasons why an attempt to send a webhook's request got no answer. The texts are shown to admins, and are
    /// stored.
    public enum Failure: String, CaseIterable, Sendable {
        /// The host of the webhook's URL leads to an address that is not public, so nothing was sent.
        case privateAddress = "private_address"
        case nameUnknown = "name_unknown"
        case unreachable
        /// The TLS handshake with the receiver failed, for example because the certificate is not valid for the host.
        case insecure
        case timedOut = "timed_out"
        /// The receiver's answer was no HTTP, or its head was too long.
        case malformedAnswer = "malformed_answer"
        /// The server stops or has too many requests to webhooks' receivers waiting; nothing is known about the
        /// receiver.
        case interrupted
    }
}

/// A request to a webhook's receiver. Its method is POST.
public struct WebhookRequest: Sendable {
    public let url: WebhookURL
    public let fields: [(name: String, value: String)]
    public let body: [UInt8]

    public init(_ url: WebhookURL, fields: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.fields = fields
        self.body = body
    }
}

/// The limits of a webhook client.
public struct WebhookLimits: Sendable {
    /// Whether a request of a webhook may be sent to the server's own network.
    public var permitsLocal = false
    /// The longest time of an attempt to send a webhook's request in milliseconds, from the look-up of the name to the
    /// end of the answer.
    public var patience = 10_000
    /// The largest number of bytes of the head of a receiver's answer. A longer head is refused.
    public var mostHeadBytes = 32_768
    /// The number of bytes of the body of a receiver's answer after which the body is not read any further.
    public var mostBodyBytes = 16_384
    /// The largest number of requests to webhooks' receivers at the same time. Further requests are refused.
    public var mostRequests = 128
    /// Names of receivers with the addresses to use instead of those of the system's resolver, each as
    /// `host:port:address`.
    public var resolved: [String] = []
    /// The file with the certificate authorities that the webhook client trusts instead of the system's; `nil` for the
    /// system's.
    public var authorities: String?

    public init() {}
}
