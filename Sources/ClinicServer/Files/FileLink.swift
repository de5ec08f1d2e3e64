import Clinic
import EventSourcing
import Identifiers
import Identity
import JSON

/// A signed link to a file's content, or to a thumbnail of it. The link is valid for a short time.
struct FileLink: Sendable {
    let path: String
    let expiresAt: Instant

    /// The number of minutes for which a link to a file's content is valid.
    static let minutes: Int64 = 5

    static let codec = object(
        FileLink.init(path:expiresAt:),
        field("path", \.path, Codec<String>.string(1...300).described("The path of the content on this server.")),
        field("expires_at", \.expiresAt, .instant.described("Until when (exclusive) the link is valid, in UTC."))
    ).described("A link to a file's content.").named("FileLink")
}

extension FileLink {
    /// Signs a link to a file's content.
    init(to file: UUIDBytes, of clinic: UUIDBytes, until: Instant, size: ContentSize = .original, by identity: Identity)
    {
        let token = identity.sign(
            FileToken(clinic: clinic, file: file, until: until, isThumbnail: size == .thumbnail))
        self.init(path: "/api/v1/public/files/\(token)", expiresAt: until)
    }
}
