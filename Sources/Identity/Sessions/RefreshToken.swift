import Crypto
import Endpoints
import Identifiers

/// A refresh token: the session, a number, and an HMAC of both. It is opaque to clients.
///
/// The session's row contains the number of the newest token and a secret, but no token. So neither the database nor
/// the server's pepper alone is enough to create a token. An old token is recognized by its number.
struct RefreshToken: Hashable, Sendable {
    /// The number of seconds after a rotation in which the second newest refresh token is still accepted: two tabs of a
    /// browser may use it, or the answer with the newest one may have been lost.
    static let grace: Int64 = 30
    /// The lifetime of a refresh token in seconds from each rotation: 60 days.
    static let lifetime: Int64 = 60 * 86_400

    private static let codeBytes = 32
    private static let textLength = 70

    let session: UUIDBytes
    let generation: Int32
    private let code: [UInt8]

    init(session: UUIDBytes, generation: Int32, secret: [UInt8], pepper: Pepper) {
        self.session = session
        self.generation = generation
        code = pepper.authenticate("refresh-token", Self.parts(session, generation, secret))
    }

    /// Reads a refresh token; `nil` for text of the wrong form. The function `isGenuine` then checks whether a server
    /// with this pepper created it.
    init?(_ text: some Collection<UInt8>) {
        guard text.count == Self.textLength, let bytes = Base64URL.decode(Array(text)),
            let session = UUIDBytes(bytes: bytes.prefix(16))
        else { return nil }
        self.session = session
        let number = bytes[16..<20].reduce(into: UInt32(0)) { $0 = $0 << 8 | UInt32($1) }
        generation = Int32(bitPattern: number)
        code = Array(bytes[20...])
        guard code.count == Self.codeBytes, generation > 0 else { return nil }
    }

    var text: String { Base64URL.encode(session.bytes + Self.bytes(generation) + code) }

    /// Whether a server with this pepper created the refresh token. The comparison takes constant time.
    func isGenuine(secret: [UInt8], pepper: Pepper) -> Bool {
        pepper.isValid(code, "refresh-token", Self.parts(session, generation, secret))
    }

    private static func parts(_ session: UUIDBytes, _ generation: Int32, _ secret: [UInt8]) -> [[UInt8]] {
        [session.bytes, bytes(generation), secret]
    }

    private static func bytes(_ generation: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: generation >> (24 - 8 * $0)) }
    }
}
