import Crypto
import SQL

/// An opaque refresh token: 256 bits, shown once, stored as its SHA-256.
///
/// A token's successor is derived from it, so that the same parent presented twice within the grace period gives the same
/// child without the child being kept anywhere.
struct RefreshToken {
    /// A parent may come again for this long, in seconds: two tabs, or an answer that got lost.
    static let grace: Int64 = 30
    /// 60 days, in seconds, from each rotation.
    static let lifetime: Int64 = 60 * 86_400

    let bytes: [UInt8]

    static func random() -> RefreshToken { RefreshToken(bytes: randomBytes(32)) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads base64url without padding; `nil` for what cannot be one of ours.
    init?(_ text: String) {
        guard text.utf8.count == 43 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(33)
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            guard let value = Self.value(character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard bytes.count == 32, bits & 0b11 == 0 else { return nil }
        self.bytes = bytes
    }

    var text: String {
        var text: [UInt8] = []
        text.reserveCapacity(43)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(Self.alphabet[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(Self.alphabet[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

    func successor(_ pepper: Pepper) -> RefreshToken {
        RefreshToken(bytes: pepper.authenticate("refresh-successor", [bytes]))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
