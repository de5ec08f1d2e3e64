import Crypto

/// A secret of the server: 32 random bytes, from which one key for each purpose is derived.
public struct Pepper: Sendable {
    private let key: SymmetricKey

    public enum Invalid: Error { case notThirtyTwoBytes }

    public init(_ bytes: [UInt8]) throws(Invalid) {
        guard bytes.count == 32 else { throw .notThirtyTwoBytes }
        key = SymmetricKey(data: bytes)
    }

    /// The HMAC-SHA-256 of the parts, each preceded by its length, with a key that is used only for this purpose.
    func authenticate(_ purpose: StaticString, _ parts: [[UInt8]]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: joined(parts), using: purposeKey(purpose)))
    }

    /// Whether `code` is the HMAC that `authenticate` returns for the given parts. The comparison takes constant time.
    func isValid(_ code: [UInt8], _ purpose: StaticString, _ parts: [[UInt8]]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: joined(parts), using: purposeKey(purpose))
    }

    /// Encrypts bytes with AES-256-GCM and a key that is used only for this purpose. The result is bound to the owner.
    func seal(_ purpose: StaticString, _ bytes: [UInt8], for owner: [UInt8]) throws -> [UInt8] {
        let sealed = try AES.GCM.seal(bytes, using: purposeKey(purpose), authenticating: owner)
        return Array(sealed.nonce) + Array(sealed.ciphertext) + Array(sealed.tag)
    }

    /// Decrypts bytes that `seal` has encrypted; `nil` if they were encrypted for another purpose or owner.
    func open(_ purpose: StaticString, _ sealed: [UInt8], for owner: [UInt8]) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return (try? AES.GCM.open(box, using: purposeKey(purpose), authenticating: owner)).map { Array($0) }
    }

    private func purposeKey(_ purpose: StaticString) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(purpose.description.utf8), outputByteCount: 32)
    }

    private func joined(_ parts: [[UInt8]]) -> [UInt8] {
        var joined: [UInt8] = []
        for part in parts {
            joined += (0..<4).map { UInt8(truncatingIfNeeded: part.count >> (24 - 8 * $0)) }
            joined += part
        }
        return joined
    }
}

/// Returns random bytes from the system's generator.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}
