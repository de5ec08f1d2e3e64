import COpenSSL
import Glibc

/// An error of the TLS configuration, which an operator must correct. It contains nothing of a key.
public struct TLSError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ what: String) { description = what }

    /// Makes an error with a description and OpenSSL's explanation.
    init(_ what: String, from queue: ErrorQueue) {
        let reasons = queue.reasons()
        description = reasons.isEmpty ? what : "\(what): \(reasons.joined(separator: ", "))"
    }
}

/// The reason why TLS failed on a connection with a peer.
public enum TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The peer did not complete the TLS handshake in time.
    case handshakeTimeout
    /// The peer disconnected during the TLS handshake.
    case peerLeft
    /// The peer changes its TLS keys, or requests such a change, too often.
    case tooManyHandshakeMessages
    /// OpenSSL rejected bytes that the peer sent; the value is OpenSSL's name of the error.
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

/// OpenSSL's list of the errors of the calling thread. Each thread has its own list.
struct ErrorQueue {
    /// Empties OpenSSL's list of errors, before a call of OpenSSL. Other users of the thread (libpq) may have left
    /// errors in it.
    static func clear() { ERR_clear_error() }

    /// Takes the errors out of OpenSSL's list, and returns the texts of those that an operator can act on.
    func reasons() -> [String] {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return reasons }
            guard let reason = Self.reason(code), !reasons.contains(reason) else { continue }
            reasons.append(reason)
        }
    }

    /// The text of an OpenSSL error that an operator can act on; `nil` for an error that only says that another one
    /// occurred.
    private static func reason(_ code: UInt) -> String? {
        // If the bit ERR_SYSTEM_FLAG of openssl/err.h is set, the other bits of OpenSSL's error code are an errno.
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
