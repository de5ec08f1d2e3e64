public import EventSourcing
public import Identifiers

/// The signed part of a link to a file: the session for which it was made, the file, the end of the link's validity, and
/// whether the link shows the whole content or a thumbnail of it. It gives no access: at each use the session is
/// authenticated, and its access to the file is checked.
public struct FileToken: Hashable, Sendable {
    public let session: UUIDBytes
    public let file: UUIDBytes
    /// The instant from which the link to a file is not valid any more.
    public let until: Instant
    public let isThumbnail: Bool

    public init(session: UUIDBytes, file: UUIDBytes, until: Instant, isThumbnail: Bool = false) {
        self.session = session
        self.file = file
        self.until = until
        self.isThumbnail = isThumbnail
    }
}

extension Identity {
    /// Signs the token of a link to a file, with a key that is derived from the pepper for this purpose only.
    public func sign(_ token: FileToken) -> String {
        LinkParts(token.session, token.file, token.until).signed(
            shared.pepper, for: Self.purpose(isThumbnail: token.isThumbnail))
    }

    /// Reads the token of a link to a file; `nil` if no server with this pepper signed the token.
    public func fileToken(_ text: String) -> FileToken? {
        for isThumbnail in [false, true] {
            if let parts = LinkParts(text, shared.pepper, for: Self.purpose(isThumbnail: isThumbnail)) {
                return FileToken(
                    session: parts.owner, file: parts.entity, until: parts.instant, isThumbnail: isThumbnail)
            }
        }
        return nil
    }

    /// The purpose of the key that signs the token of a file link. Links to a whole content and links to a thumbnail
    /// have different keys, so a link to a thumbnail does not give the whole content.
    private static func purpose(isThumbnail: Bool) -> StaticString { isThumbnail ? "thumbnail-link" : "file-link" }
}
