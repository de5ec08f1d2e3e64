import Crypto


/// The server's own secrets besides the signing keys: 32 random bytes, from which each purpose derives its own key.
public struct Pepper: Sendable {
    private let key: SymmetricKey

    public enum Invalid: Error { case notThirtyTwoBytes }

    public init(_ bytes: [UInt8]) throws(Invalid) {
        guard bytes.count == 32 else { throw .notThirtyTwoBytes }
        key = SymmetricKey(data: bytes)
    }

    /// HMAC-SHA-256 over the parts, each led by its length, under a key for this purpose alone.
    func authenticate(_ purpose: StaticString, _ parts: [[UInt8]]) -> [UInt8] {
        let purposeKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array(purpose.description.utf8), outputByteCount: 32)
        var code = HMAC<SHA256>(key: purposeKey)
        for part in parts {
            code.update(data: length(part.count))
            code.update(data: part)
        }
        return Array(code.finalize())
    }

    private func length(_ count: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    }
}

/// Random bytes from the system's generator.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}
