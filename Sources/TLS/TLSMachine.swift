import COpenSSL

/// One connection's TLS: bytes in, bytes out, no socket.
@safe package struct TLSMachine: ~Copyable {
    package enum Step: Equatable {
        /// All input is processed, without a further result.
        case more
        /// The handshake is over.
        case established
        /// This number of bytes is in the buffers' `plain`.
        case plain(Int)
        /// The peer has ended its output (close_notify).
        case ended
        /// The connection has failed; the alert for the peer has been written.
        case failed(TLSFailure)
    }

    /// A full handshake has at most six from one side; further ones are tickets or key changes, which a peer has no
    /// need to repeat.
    private static let messageLimit = 40

    private let ssl: OpaquePointer
    private let buffers: TLSBuffers
    /// OpenSSL's callbacks use it.
    private let context: TLSContext
    private var isEstablished = false
    private var failure: TLSFailure?

    /// - Parameter host: the name that a client expects.
    package init(_ context: TLSContext, host: String? = nil, buffers: TLSBuffers) throws(TLSError) {
        ErrorQueue.clear()
        guard let ssl = unsafe SSL_new(context.raw), let bio = unsafe buffers.makeBIO() else {
            throw TLSError("no TLS connection", from: ErrorQueue())
        }
        unsafe self.ssl = unsafe ssl
        self.buffers = buffers
        self.context = context
        unsafe SSL_set_bio(ssl, bio, bio)
        if context.isServer {
            unsafe SSL_set_accept_state(ssl)
        } else {
            unsafe SSL_set_connect_state(ssl)
            if let host { _ = unsafe chairside_tls_expect_host(ssl, host) }
        }
        // Counted in the connection's user data.
        unsafe SSL_set_msg_callback(ssl) { isWritten, _, type, _, _, ssl, _ in
            guard isWritten == 0, type == SSL3_RT_HANDSHAKE else { return }
            let count = Int(bitPattern: unsafe SSL_get_ex_data(ssl, 0)) + 1
            unsafe SSL_set_ex_data(ssl, 0, UnsafeMutableRawPointer(bitPattern: count))
        }
    }

    deinit {
        unsafe SSL_free(ssl)
    }

    /// The protocol negotiated by ALPN; `nil` if the client did not ask.
    package var applicationProtocol: ApplicationProtocol? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &name, &count)
        let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(count))
        return ApplicationProtocol(rawValue: unsafe String(decoding: bytes, as: UTF8.self))
    }

    /// Whether an earlier session was resumed.
    package var isResumed: Bool { unsafe SSL_session_reused(ssl) == 1 }

    /// Processes the peer's bytes from `offset` on. Call it until it returns `more`, `ended` or `failed`, and take the
    /// output each time.
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

    /// Decrypts until there is no more input or no more room.
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
            // Decrypted bytes come first; the end is returned again later.
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

    /// Encrypts everything to the output. Returns whether it could: not before the handshake, after the end or a
    /// failure.
    package mutating func write(_ plain: RawSpan) -> Bool {
        guard isEstablished, failure == nil, !plain.isEmpty, !hasWrittenEnd else { return false }
        ErrorQueue.clear()
        var written = 0
        let outcome = unsafe plain.withUnsafeBytes { unsafe SSL_write_ex(ssl, $0.baseAddress, $0.count, &written) }
        if outcome != 1 { failure = .refused(ErrorQueue().reasons().first ?? "unknown") }
        return outcome == 1
    }

    private var hasWrittenEnd: Bool { unsafe SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN != 0 }

    /// Writes close_notify. Once; never after a failure.
    package mutating func writeEnd() {
        guard isEstablished, failure == nil, !hasWrittenEnd else { return }
        ErrorQueue.clear()
        unsafe SSL_shutdown(ssl)
    }
}
