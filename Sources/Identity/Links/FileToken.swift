public import EventSourcing
public import Identifiers

/// The signed part of a link to a file: the clinic, the file, the end of the link's validity, and whether the link
/// shows the whole content or a thumbnail of it.
public struct FileToken: Hashable, Sendable {
    public let clinic: UUIDBytes
    public let file: UUIDBytes
    /// The instant from which the link to a file is not valid any more.
    public let until: Instant
    public let isThumbnail: Bool

    public init(clinic: UUIDBytes, file: UUIDBytes, until: Instant, isThumbnail: Bool = false) {
        self.clinic = clinic
        self.file = file
        self.until = until
        self.isThumbnail = isThumbnail
    }
}

extension Identity {
    /// Signs the token of a link to a file, with a key that is derived from the pepper for this purpose only.
    public func sign(_ token: FileToken) -> String {
        LinkParts(token.clinic, token.file, token.until).signed(
            shared.pepper, for: Self.purpose(isThumbnail: token.isThumbnail))
    }

    /// Reads the token of a link to a file; `nil` if no server with this pepper signed the token.
    public func fileToken(_ text: String) -> FileToken? {
        for isThumbnail in [false, true] {
            if let parts = LinkParts(text, shared.pepper, for: Self.purpose(isThumbnail: isThumbnail)) {
                return FileToken(
                    clinic: parts.clinic, file: parts.entity, until: parts.instant, isThumbnail: isThumbnail)
            }
        }
        return nil
    }

    /// The purpose of the key that signs the token of a file link. Links to a whole content and links to a thumbnail
    /// have different keys, so a link to a thumbnail does not give the whole content.
    private static func purpose(isThumbnail: Bool) -> StaticString { isThumbnail ? "thumbnail-link" : "file-link" }
}
