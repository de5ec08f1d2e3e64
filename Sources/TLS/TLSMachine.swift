import COpenSSL

/// One connection's TLS protocol without its socket: it turns received bytes into decrypted ones, and plain bytes into
/// encrypted ones.
@safe package struct TLSMachine: ~Copyable {
    package enum Step: Equatable {
        /// TLS has processed all received bytes, and has nothing further to report.
        case more
        /// The TLS handshake is complete, so data can be sent and received.
        case established
        /// Data was decrypted: this number of bytes is in the buffer for decrypted data (`plain`).
        case plain(Int)
        /// The peer has ended its output with close_notify.
        case ended
        /// TLS has failed on the connection; an alert for the peer may be in the output.
        case failed(TLSFailure)
    }

    /// The maximum number of TLS handshake messages that a peer may send on a connection. A full handshake has at most
    /// six from one side; further ones are session tickets or key changes, which a peer has no need to repeat.
    private static let messageLimit = 40

    private let ssl: OpaquePointer
    private let buffers: TLSBuffers
    /// The connection's TLS settings. They must live as long as the connection, since OpenSSL's callbacks use them.
    private let context: TLSContext
    private var isEstablished = false
    private var failure: TLSFailure?

    /// Creates the TLS state of a new connection.
    ///
    /// - Parameter host: the name that a client expects in the server's certificate.
    package init(_ context: TLSContext, host: String? = nil, buffers: TLSBuffers) throws(TLSError) {
        ErrorQueue.clear()
        guard let ssl = unsafe SSL_new(context.raw), let bio = unsafe buffers.makeBIO() else {
            throw TLSError("no TLS connection", from: ErrorQueue())
        }
        if let host, !context.isServer, unsafe chairside_tls_expect_host(ssl, host) != 1 {
            unsafe BIO_free(bio)
            unsafe SSL_free(ssl)
            throw TLSError("no certificate can be valid for the host \(host)")
        }
        unsafe self.ssl = unsafe ssl
        self.buffers = buffers
        self.context = context
        unsafe SSL_set_bio(ssl, bio, bio)
        if context.isServer {
            unsafe SSL_set_accept_state(ssl)
        } else {
            unsafe SSL_set_connect_state(ssl)
        }
        // OpenSSL calls this function for each message. The function counts the peer's handshake messages, in the
        // user data of OpenSSL's connection.
        unsafe SSL_set_msg_callback(ssl) { isWritten, _, type, _, _, ssl, _ in
            guard isWritten == 0, type == SSL3_RT_HANDSHAKE else { return }
            let count = Int(bitPattern: unsafe SSL_get_ex_data(ssl, 0)) + 1
            unsafe SSL_set_ex_data(ssl, 0, UnsafeMutableRawPointer(bitPattern: count))
        }
    }

    deinit {
        unsafe SSL_free(ssl)
    }

    /// The application protocol that was negotiated by ALPN; `nil` if the client did not ask for one.
    package var applicationProtocol: ApplicationProtocol? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &name, &count)
        let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(count))
        return ApplicationProtocol(rawValue: unsafe String(decoding: bytes, as: UTF8.self))
    }

    /// Whether this connection resumed an earlier TLS session.
    package var isResumed: Bool { unsafe SSL_session_reused(ssl) == 1 }

    /// Processes bytes that were received from the peer, from `offset` on. Call it until it returns `more`, `ended` or
    /// `failed`, and send the output after each call.
    package mutating func advance(_ cipher: RawSpan, at offset: inout Int) -> Step {
        if let failure { return .failed(failure) }
        ErrorQueue.clear()
        let step: Step
        if isEstablished {
            step = read(cipher, at: &offset)
        } else {
            var outcome: Int32 = 0
            offset += buffers.reading(cipher, from: offset) { unsafe outcome = SSL_do_handshake(ssl) }
            isEstablished = outcome == 1
            step = isEstablished ? .established : judge(outcome)
        }
        if Int(bitPattern: unsafe SSL_get_ex_data(ssl, 0)) > Self.messageLimit {
            failure = .tooManyHandshakeMessages
            return .failed(.tooManyHandshakeMessages)
        }
        return step
    }

    /// Decrypts received bytes until all are used up or the buffer for decrypted data is full.
    private mutating func read(_ cipher: RawSpan, at offset: inout Int) -> Step {
        var filled = 0
        while true {
            var count = 0
            var outcome: Int32 = 0
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffers.plain[filled...])
            offset += buffers.reading(cipher, from: offset) {
                unsafe outcome = SSL_read_ex(ssl, room.baseAddress, room.count, &count)
            }
            if outcome == 1 {
                filled += count
                if unsafe filled == buffers.plain.count { return .plain(filled) }
                continue
            }
            let end = judge(outcome)
            // If bytes were decrypted, their number is returned first. The next call reports that the TLS connection
            // has ended or failed.
            return filled > 0 ? .plain(filled) : end
        }
    }

    private mutating func judge(_ outcome: Int32) -> Step {
        switch unsafe SSL_get_error(ssl, outcome) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .more
        case SSL_ERROR_ZERO_RETURN: return .ended
        case _:
            let reason = TLSFailure.refused(ErrorQueue().reasons().first ?? "unknown")
            failure = reason
            return .failed(reason)
        }
    }

    /// Encrypts all of the bytes and adds them to the output for the peer. Returns `false` if there are no bytes,
    /// before the handshake is complete, and after close_notify was written or TLS has failed.
    package mutating func write(_ plain: RawSpan) -> Bool {
        guard isEstablished, failure == nil, !plain.isEmpty, !hasWrittenEnd else { return false }
        ErrorQueue.clear()
        var written = 0
        let outcome = unsafe plain.withUnsafeBytes { unsafe SSL_write_ex(ssl, $0.baseAddress, $0.count, &written) }
        if outcome != 1 { failure = .refused(ErrorQueue().reasons().first ?? "unknown") }
        return outcome == 1
    }

    private var hasWrittenEnd: Bool { unsafe SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN != 0 }

    /// Adds close_notify to the output; no data can be written after that. Has no effect before the handshake is
    /// complete, after a failure, or if close_notify was added already.
    package mutating func writeEnd() {
        guard isEstablished, failure == nil, !hasWrittenEnd else { return }
        ErrorQueue.clear()
        unsafe SSL_shutdown(ssl)
    }
}
