/// The configuration of Web Push.
public struct WebPushConfiguration: Sendable {
    /// The path of a PEM file with the P-256 key that identifies the server to push services (RFC 8292).
    public var keyFile: String
    /// A `mailto:` or `https:` URI at which the operators of push services can reach the server's operator.
    public var subject: String
    /// A PEM file with the certificate authorities that are trusted for browsers' push services; `nil` for the
    /// system's.
    public var authorities: String?

    public init(keyFile: String, subject: String) {
        self.keyFile = keyFile
        self.subject = subject
    }

    func check() throws(PushConfigurationError) {
        let text = subject.lowercased()
        guard text.hasPrefix("mailto:") || text.hasPrefix("https://"), (9...255).contains(subject.utf8.count) else {
            throw PushConfigurationError("the subject for Web Push must be a mailto: or https: URI")
        }
    }
}
