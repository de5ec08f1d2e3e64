import Crypto
import Foundation
import JSON
import SQL

/// One person key, for AES-256-GCM with a random nonce of 96 bits. A person key seals some hundreds of values, far
/// fewer than the 2³² at which nonces might collide (NIST SP 800-38D §8.3).
struct PersonKey: Sendable {
    private let key: SymmetricKey
    /// The time at which this person key's row was created. It distinguishes the key from one that another server
    /// created for the same key name.
    let made: Timestamp

    init(_ bytes: [UInt8], made: Timestamp) {
        key = SymmetricKey(data: bytes)
        self.made = made
    }

    /// The 32 bytes of a new key, from the system's generator, which is getrandom(2) on Linux.
    static func random() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0...255) } }

    /// A key for one usage, derived from a person key by HKDF (RFC 5869).
    func derivedKey(salt: [UInt8], usage: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: usage, outputByteCount: 32)
    }

    func seal(_ plain: [UInt8], as context: SealContext) -> [UInt8]? {
        guard let box = try? AES.GCM.seal(plain, using: key, authenticating: context.bytes),
            let combined = box.combined
        else { return nil }
        return SealedValue(name: context.name, combined: Array(combined)).text
    }

    /// Decrypts a sealed personal value.
    ///
    /// - Returns: `nil` if the value was not sealed with this key, for this key name and event type.
    func open(_ sealed: SealedValue, type: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed.combined),
            let plain = try? AES.GCM.open(
                box, using: key, authenticating: SealContext(name: sealed.name, type: type).bytes)
        else { return nil }
        return Array(plain)
    }
}
