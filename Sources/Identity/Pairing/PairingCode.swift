/// A pairing code: 16 characters, with which a program or device gets a token for an account.
///
/// The row in the database is found by the first half of the code. The second half is compared with the row, and each
/// comparison counts as a try. Each half has 40 random bits.
struct PairingCode: Hashable, Sendable {
    /// The maximum number of tries to use a pairing code. A correct try counts too.
    static let tries: Int32 = 5
    /// The lifetime of a pairing code in seconds.
    static let lifetime: Int64 = 300

    /// The alphabet of pairing codes, which is that of Crockford's Base32. It lacks O, I and L, which look like digits.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let half = 8

    let selector: String
    private let secret: String

    /// Makes a new random pairing code.
    init() {
        selector = PairingCode.random()
        secret = PairingCode.random()
    }

    /// Reads a pairing code. Lower-case letters, hyphens and spaces are permitted; O is read as 0, and I and L as 1.
    /// The result is `nil` if the text is not a pairing code.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var digits: [UInt8] = []
        for byte in text.uppercased().utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: " "): continue
            case UInt8(ascii: "O"): digits.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): digits.append(UInt8(ascii: "1"))
            case _ where PairingCode.alphabet.contains(byte): digits.append(byte)
            case _: return nil
            }
        }
        guard digits.count == 2 * PairingCode.half else { return nil }
        selector = String(decoding: digits[..<PairingCode.half], as: UTF8.self)
        secret = String(decoding: digits[PairingCode.half...], as: UTF8.self)
    }

    var text: String { selector + secret }

    /// The HMAC of the pairing code, which the database stores instead of the code.
    func digest(_ pepper: Pepper) -> [UInt8] {
        pepper.authenticate("pairing-code", [Array(selector.utf8), Array(secret.utf8)])
    }

    private static func random() -> String {
        String(decoding: randomBytes(half).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }
}
