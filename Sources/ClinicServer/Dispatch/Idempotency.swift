import Crypto
import Endpoints
import HTTPServer
import Identifiers

extension IdempotencyKey {
    /// The id of a command, made from account and idempotency key, so that the same key of another account identifies
    /// another command.
    func commandID(of account: UUIDBytes) -> UUIDBytes {
        var hash = SHA256()
        hash.update(data: account.bytes)
        hash.update(data: Array(text.utf8))
        return UUIDBytes(hash.finalize())
    }
}

extension HTTPRequest {
    /// A hash of the request's method, target and body, by which a repeated idempotency key with another request is
    /// detected.
    ///
    /// - Parameter digest: the digest of a body that was read while it arrived, which replaces that body in the hash;
    ///   `nil` for other bodies.
    func hash(of digest: [UInt8]?) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: Array(method.rawValue.utf8))
        hash.update(data: [0])
        hash.update(data: Array(target.utf8))
        hash.update(data: [0])
        hash.update(data: digest ?? body)
        return Array(hash.finalize())
    }
}
