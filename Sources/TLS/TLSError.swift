import COpenSSL
import Glibc

/// Why there is no TLS to be had: what an operator has to put right. It never holds anything of a key.
public struct TLSError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ what: String) { description = what }

    /// With what OpenSSL says about it.
    init(_ what: String, from queue: ErrorQueue) {
        let reasons = queue.reasons()
        description = reasons.isEmpty ? what : "\(what): \(reasons.joined(separator: ", "))"
    }
}

/// Why a connection's TLS ended before it should.
public enum TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The peer did not say in time what it had to say.
    case handshakeTimeout
    /// The peer went away in the middle of the handshake.
    case peerLeft
    /// The peer keeps on changing keys, or asking for it.
    case tooManyHandshakeMessages
    /// OpenSSL's name of what was wrong.
    case refused(String)

    public var description: String {
        switch self {
        case .handshakeTimeout: "the handshake took too long"
        case .peerLeft: "the peer left during the handshake"
        case .tooManyHandshakeMessages: "too many handshake messages"
        case .refused(let reason): reason
        }
    }
}

/// OpenSSL's list of errors, one for each thread.
struct ErrorQueue {
    /// Others of the thread (libpq) may have left something there: each call of ours starts with none.
    static func clear() { ERR_clear_error() }

    /// What is in the list, which is empty afterwards.
    func reasons() -> [String] {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return reasons }
            guard let reason = Self.reason(code), !reasons.contains(reason) else { continue }
            reasons.append(reason)
        }
    }

    /// What an operator can act on; `nil` for an error that only says that one below it happened.
    private static func reason(_ code: UInt) -> String? {
        // ERR_SYSTEM_FLAG of openssl/err.h: the rest is errno.
        if code & 0x8000_0000 != 0 {
            return unsafe String(cString: strerror(Int32(truncatingIfNeeded: code & 0x7fff_ffff)))
        }
        guard let text = unsafe ERR_reason_error_string(code) else { return nil }
        switch unsafe String(cString: text) {
        case "system lib", "PEM lib", "no such file", "BIO lib", "ASN1 lib": return nil
        case "no start line": return "it is not in PEM format"
        case "key values mismatch": return "the key does not belong to the certificate"
        case "bad password read", "problems getting password", "interrupted or cancelled":
            return "it is protected by a passphrase; store it without one"
        case let words: return words
        }
    }
}
