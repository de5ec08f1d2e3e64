import Crypto
import Foundation

/// The encryption of messages for Web Push (RFC 8291, with the content coding aes128gcm of RFC 8188).
package enum WebPushEncryption {
    /// The record size that the header of the content coding states. A message is one record.
    private static let recordSize: UInt32 = 4_096
    /// The number of bytes that the encryption adds to a message: the header of the content coding with salt and key,
    /// the delimiter, and the tag.
    private static let overhead = 16 + 4 + 1 + 65 + 1 + 16
    /// The maximum size of a message in bytes. Push services must accept bodies of 4,096 bytes (RFC 8030 §7.2).
    package static let plainLimit = 4_096 - overhead

    /// Encrypts a message of at most `plainLimit` bytes.
    ///
    /// - Parameters:
    ///   - key: a new key. Each message needs its own.
    ///   - salt: 16 random bytes. Each message needs its own.
    package static func encrypt(
        _ message: [UInt8], for subscription: WebPushSubscription, key: P256.KeyAgreement.PrivateKey, salt: [UInt8]
    ) throws -> [UInt8] {
        let sender = Array(key.publicKey.x963Representation)
        let receiver = Array(subscription.key.x963Representation)
        let shared = try key.sharedSecretFromKeyAgreement(with: subscription.key)
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.secret,
            sharedInfo: Array("WebPush: info\0".utf8) + receiver + sender,
            outputByteCount: 32)
        let random = SymmetricKey(data: HKDF<SHA256>.extract(inputKeyMaterial: input, salt: salt))
        let contentKey = SymmetricKey(data: expand(random, "Content-Encoding: aes128gcm\0", to: 16))
        let nonce = try AES.GCM.Nonce(data: expand(random, "Content-Encoding: nonce\0", to: 12))
        // The delimiter 2 marks the last record of an encrypted message (RFC 8188 §2).
        let sealed = try AES.GCM.seal(message + [2], using: contentKey, nonce: nonce)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * UInt32($0))) }
        return salt + size + [UInt8(sender.count)] + sender + Array(sealed.ciphertext) + Array(sealed.tag)
    }

    /// The first block of HKDF-Expand (RFC 5869 §2.3), cut to `count` bytes, at most 32.
    private static func expand(_ key: SymmetricKey, _ info: String, to count: Int) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(info.utf8) + [1], using: key).prefix(count))
    }
}
