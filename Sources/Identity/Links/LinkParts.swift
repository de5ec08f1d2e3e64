import Endpoints
import EventSourcing
import Identifiers

/// The content of the token of a signed link, such as a visit link. Each kind of link has a key of its own, which is
/// derived from the server's pepper, so that no token is valid as a token of another kind.
struct LinkParts {
    private static let codeBytes = 24

    /// The id of the clinic or the session to which the signed link belongs.
    let owner: UUIDBytes
    /// The id of the entity that the signed link leads to.
    let entity: UUIDBytes
    let instant: Instant

    init(_ owner: UUIDBytes, _ entity: UUIDBytes, _ instant: Instant) {
        self.owner = owner
        self.entity = entity
        self.instant = instant
    }

    /// The text of a signed link's token in base64url: the bytes of owner, entity and instant, followed by the first
    /// bytes of their HMAC.
    func signed(_ pepper: Pepper, for usage: StaticString) -> String {
        Base64URL.encode(bytes.flatMap { $0 } + pepper.authenticate(usage, bytes).prefix(Self.codeBytes))
    }

    /// Reads the text of a signed link's token; `nil` if no server with this pepper signed it for this usage.
    init?(_ text: String, _ pepper: Pepper, for usage: StaticString) {
        guard let bytes = Base64URL.decode(Array(text.utf8)), bytes.count == 40 + Self.codeBytes,
            let owner = UUIDBytes(bytes: bytes[0..<16]), let entity = UUIDBytes(bytes: bytes[16..<32])
        else { return nil }
        let seconds = bytes[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(owner, entity, Instant(secondsSince1970: Int64(bitPattern: seconds)))
        let code = pepper.authenticate(usage, self.bytes).prefix(Self.codeBytes)
        // The comparison of HMACs takes constant time, so its duration does not help to guess an HMAC.
        guard zip(code, bytes[40...]).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
    }

    private var bytes: [[UInt8]] {
        let seconds = UInt64(bitPattern: instant.secondsSince1970)
        return [owner.bytes, entity.bytes, (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }]
    }
}
