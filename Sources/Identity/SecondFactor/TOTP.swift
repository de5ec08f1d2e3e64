import Crypto
import EventSourcing

/// Time-based one-time codes (RFC 6238) with HMAC-SHA-1, time steps of 30 s and six digits, which every authenticator
/// app supports.
enum TOTP {
    static let secretBytes = 20
    private static let period: Int64 = 30
    /// The number of time steps of 30 s by which the clock of the authenticator app may differ from the server's clock.
    private static let slack: Int64 = 1

    static func step(at now: Instant) -> Int64 { now.secondsSince1970 / period }

    /// The one-time code that an authenticator app shows in a time step (RFC 4226 §5.3).
    static func code(_ secret: [UInt8], step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let mac = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(mac[19] & 15)
        let number = mac[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The time step of a code: the present step, the one before or the one after, if it is later than `last`, the step
    /// of the last used code; `nil` if the code belongs to none of these.
    static func step(of code: String, _ secret: [UInt8], after last: Int64, at now: Instant) -> Int64? {
        let current = step(at: now)
        // The one-time codes of all tolerated time steps are computed and compared, so that the duration of the check
        // does not reveal which one matches.
        return (current - slack...current + slack).filter { step in
            isSame(Array(code.utf8), Array(self.code(secret, step: step).utf8)) && step > last
        }.first
    }

    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The `otpauth` URI that an authenticator app reads from a QR code.
    static func link(_ secret: [UInt8], account: String) -> String {
        let name = account.utf8.map { byte in
            (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a || (0x30...0x39).contains(byte) || byte == 0x2e
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        return "otpauth://totp/Chairside:\(name)?secret=\(Base32.encode(secret))&issuer=Chairside"
    }
}

/// Encodes bytes as Base32 (RFC 4648 §6), without padding.
enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(letters[Int(bits >> UInt32(count)) & 31])
            }
        }
        if count > 0 { text.append(letters[Int(bits << UInt32(5 - count)) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }
}
