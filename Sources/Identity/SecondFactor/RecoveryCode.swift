/// Recovery codes for people who have lost their phone. Each is valid once, has 50 random bits, and is stored as an
/// HMAC.
enum RecoveryCode {
    static let count = 10
    private static let letters = 10

    /// Creates a recovery code, such as `ABCDE-FGH23`.
    static func make() -> String {
        let text = Base32.encode(randomBytes(7)).prefix(letters)
        return "\(text.prefix(5))-\(text.dropFirst(5))"
    }

    /// The HMAC of a recovery code; `nil` for text of the wrong form. Case and separators are ignored.
    static func kept(_ text: String, account: [UInt8], _ pepper: Pepper) -> [UInt8]? {
        let plain = text.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard plain.count == letters else { return nil }
        return Array(pepper.authenticate("recovery-code", [account, Array(plain)]))
    }
}
