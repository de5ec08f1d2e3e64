import Endpoints
public import EventSourcing
public import Identifiers

/// The signed part of a link to a document that the server makes, such as the PDF of an invoice: the session that asked
/// for the link, the document's path with its query, and the end of the link's validity.
///
/// The link opens the document as that session does, so it ends with the session, and with the session's access.
public struct DocumentToken: Hashable, Sendable {
    public let session: UUIDBytes
    public let target: String
    /// The instant from which the link to a document is not valid any more.
    public let until: Instant

    public init(session: UUIDBytes, target: String, until: Instant) {
        self.session = session
        self.target = target
        self.until = until
    }

    /// The maximum length of the text of a token.
    public static let longest = 1_000
}

extension Identity {
    private static let documentLink: StaticString = "document-link"
    private static let codeBytes = 24

    /// Signs the token of a link to a document, with a key that is derived from the pepper for this purpose only.
    public func sign(_ token: DocumentToken) -> String {
        let seconds = UInt64(bitPattern: token.until.secondsSince1970)
        let content =
            token.session.bytes + (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }
            + Array(token.target.utf8)
        return Base64URL.encode(
            shared.pepper.authenticate(Self.documentLink, [content]).prefix(Self.codeBytes) + content)
    }

    /// Reads the token of a link to a document; `nil` if no server with this pepper signed the token.
    public func documentToken(_ text: String) -> DocumentToken? {
        guard text.utf8.count <= DocumentToken.longest, let bytes = Base64URL.decode(Array(text.utf8)),
            bytes.count > Self.codeBytes + 24
        else { return nil }
        let content = Array(bytes[Self.codeBytes...])
        let code = shared.pepper.authenticate(Self.documentLink, [content]).prefix(Self.codeBytes)
        // The comparison of HMACs takes constant time, so its duration does not help to guess an HMAC.
        guard zip(code, bytes).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0,
            let session = UUIDBytes(bytes: content[0..<16])
        else { return nil }
        let seconds = content[16..<24].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return DocumentToken(
            session: session, target: String(decoding: content[24...], as: UTF8.self),
            until: Instant(secondsSince1970: Int64(bitPattern: seconds)))
    }
}
