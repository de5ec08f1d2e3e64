import Endpoints
import Identifiers

/// The credential of a paired client: its id and 32 random bytes.
struct PairedClientToken: Hashable, Sendable {
    /// The lifetime of a paired client's token in days.
    static let daysValid: Int64 = 30

    let id: UUIDBytes
    private let secret: [UInt8]

    init(new id: UUIDBytes) {
        self.id = id
        secret = randomBytes(32)
    }

    /// Reads a paired client's token; `nil` if the text has another form, such as an access token.
    init?(_ text: String) {
        guard text.utf8.count <= 100, let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 48,
            let id = UUIDBytes(bytes: bytes.prefix(16))
        else { return nil }
        self.id = id
        secret = Array(bytes[16...])
    }

    var text: String { Base64URL.encode(id.bytes + secret) }

    /// The HMAC of a paired client's token, which the database stores instead of the token.
    func digest(_ pepper: Pepper) -> [UInt8] { pepper.authenticate("paired-client", [id.bytes, secret]) }
}
