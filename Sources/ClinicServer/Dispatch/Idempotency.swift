import Crypto
import Endpoints
import HTTPServer
import Identifiers

extension IdempotencyKey {
    /// The id of a command, made from account and idempotency key: the same key of another account is another command.
    func commandID(of account: UUIDBytes) -> UUIDBytes {
        var hash = SHA256()
        hash.update(data: account.bytes)
        hash.update(data: Array(text.utf8))
        return UUIDBytes(hash.finalize())
    }
}

extension HTTPRequest {
    /// Tells whether a repeated idempotency key comes with the same request.
    var hash: [UInt8] {
        var hash = SHA256()
        hash.update(data: Array(method.rawValue.utf8))
        hash.update(data: [0])
        hash.update(data: Array(target.utf8))
        hash.update(data: [0])
        hash.update(data: body)
        return Array(hash.finalize())
    }
}
