import CArgon2
import Foundation

/// Argon2id with the parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet).
///
/// One hash needs 20–40 ms of a core, so it runs on a worker pool, never on a loop.
enum Argon2 {
    static let memoryKiB: UInt32 = 19_456
    static let passes: UInt32 = 2
    static let lanes: UInt32 = 1
    static let saltBytes = 16
    static let hashBytes = 32

    struct Failure: Error {
        let code: Int32
    }

    /// Hashes a secret to the PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
    ///
    /// - Throws: `Failure` if the library fails, for example because memory is exhausted.
    static func hash(_ secret: [UInt8], salt: [UInt8]) throws(Failure) -> String {
        let capacity = argon2_encodedlen(
            passes, memoryKiB, lanes, UInt32(salt.count), UInt32(hashBytes), Argon2_id)
        var encoded = [CChar](repeating: 0, count: capacity)
        let code = unsafe argon2id_hash_encoded(
            passes, memoryKiB, lanes, secret, secret.count, salt, salt.count, hashBytes, &encoded, capacity)
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A computed hash as a PHC string, with its parameters and salt.
    static func encoded(_ hash: [UInt8], salt: [UInt8]) -> String {
        func unpadded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString().filter { $0 != "=" } }
        return "$argon2id$v=19$m=\(memoryKiB),t=\(passes),p=\(lanes)$\(unpadded(salt))$\(unpadded(hash))"
    }

    /// Whether `encoded` is the hash of `secret`. The library compares in constant time.
    ///
    /// - Throws: `Failure` if the hash cannot be computed, because memory is exhausted or `encoded` is not a PHC
    ///   string.
    static func verify(_ secret: [UInt8], against encoded: String) throws(Failure) -> Bool {
        let code = unsafe argon2id_verify(encoded, secret, secret.count)
        guard code != ARGON2_VERIFY_MISMATCH.rawValue else { return false }
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return true
    }
}
