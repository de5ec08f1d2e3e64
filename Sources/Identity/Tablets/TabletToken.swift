import Endpoints
import Identifiers

/// The credential of a paired tablet: its id and 32 random bytes.
struct TabletToken: Hashable, Sendable {
    let id: UUIDBytes
    private let secret: [UInt8]

    init(new id: UUIDBytes) {
        self.id = id
        secret = randomBytes(32)
    }

    /// Reads a tablet's token; `nil` for text of the wrong form.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 48,
            let id = UUIDBytes(bytes: bytes.prefix(16))
        else { return nil }
        self.id = id
        secret = Array(bytes[16...])
    }

    var text: String { Base64URL.encode(id.bytes + secret) }

    /// The HMAC of the tablet's token, which the database stores instead of the token.
    func code(_ pepper: Pepper) -> [UInt8] { pepper.authenticate("tablet", [id.bytes, secret]) }

    /// The name of the device that all sessions on a tablet belong to.
    static func device(_ id: UUIDBytes) -> String { "\(prefix)\(id)" }
    /// The prefix of tablets' device names. An app's device name must not have it.
    static let prefix = "tablet:"
}
