import COpenSSL

/// The application protocols that can be negotiated by ALPN.
public enum ApplicationProtocol: String, Hashable, Sendable {
    case http1 = "http/1.1"
    case http2 = "h2"
}

/// The PEM files with a server's certificate chain and key. The server's own certificate comes first in its file.
public struct CredentialFiles: Hashable, Sendable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The TLS settings of connections: versions, ciphers, protocols, and the server's certificate and key. The settings
/// never change; a new certificate needs a new context.
///
/// `@unchecked Sendable`: immutable once made, and OpenSSL lets any thread create connections from a context.
@safe public final class TLSContext: @unchecked Sendable {
    let raw: OpaquePointer
    let isServer: Bool
    /// The names of the protocols that may be negotiated, in ALPN's format: each name after its length.
    private let protocols: UnsafeMutableBufferPointer<UInt8>
    private let tickets: TicketKeys?

    /// Makes the TLS settings of a server.
    ///
    /// - Parameter clientAuthority: a PEM file of the authorities that sign acceptable client certificates. If it is
    ///   `nil`, clients need no certificate.
    init(
        _ files: CredentialFiles, _ protocols: [ApplicationProtocol], clientAuthority: String?, _ tickets: TicketKeys
    ) throws(TLSError) {
        unsafe (raw, self.protocols) = try Self.make(TLS_server_method(), protocols)
        isServer = true
        self.tickets = tickets
        unsafe SSL_CTX_set_ex_data(raw, 0, Unmanaged.passUnretained(self).toOpaque())
        // A key file that needs a passphrase is refused. Without the callback, OpenSSL would ask for the passphrase on
        // a terminal.
        unsafe SSL_CTX_set_default_passwd_cb(raw) { _, _, _, _ in -1 }
        guard unsafe SSL_CTX_use_certificate_chain_file(raw, files.certificate) == 1 else {
            throw TLSError("cannot use the certificate \(files.certificate)", from: ErrorQueue())
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(raw, files.key, SSL_FILETYPE_PEM) == 1,
            unsafe SSL_CTX_check_private_key(raw) == 1
        else { throw TLSError("cannot use the key \(files.key)", from: ErrorQueue()) }
        unsafe chairside_tls_sessions_in_tickets(raw, Int(TicketKeys.period))
        if let clientAuthority { try demand(clientAuthority) }
        unsafe SSL_CTX_set_tlsext_ticket_key_evp_cb(raw) { ssl, name, iv, cipher, mac, sealing in
            guard let tickets = unsafe TLSContext.owning(ssl)?.tickets, let name = unsafe name, let iv = unsafe iv,
                let cipher = unsafe cipher, let mac = unsafe mac
            else { return -1 }
            return unsafe tickets.prepare(name, iv, cipher, mac, sealing: sealing == 1)
        }
        unsafe SSL_CTX_set_alpn_select_cb(
            raw,
            { ssl, chosen, chosenCount, offered, offeredCount, _ in
                guard let ours = unsafe TLSContext.owning(ssl)?.protocols else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                let outcome = unsafe chosen?.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 1) {
                    unsafe SSL_select_next_proto(
                        $0, chosenCount, ours.baseAddress, UInt32(ours.count), offered, offeredCount)
                }
                // A client that offers none of the server's protocols is refused, so that the server's answers are not
                // taken for another protocol's (RFC 7301 §3.2).
                return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
            }, nil)
    }

    /// Makes the TLS settings of a client. The client trusts the authorities in a PEM file; without a file, those of
    /// the system.
    public init(trusting authorities: String?, speaking protocols: [ApplicationProtocol]) throws(TLSError) {
        unsafe (raw, self.protocols) = try Self.make(TLS_client_method(), protocols)
        isServer = false
        tickets = nil
        let isTrusting =
            if let authorities { unsafe SSL_CTX_load_verify_file(raw, authorities) } else {
                unsafe SSL_CTX_set_default_verify_paths(raw)
            }
        guard isTrusting == 1 else { throw TLSError("cannot read whom to trust", from: ErrorQueue()) }
        unsafe SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, nil)
        unsafe SSL_CTX_set_alpn_protos(raw, self.protocols.baseAddress, UInt32(self.protocols.count))
    }

    /// Requires every client to have a certificate that one of the authorities in a file has signed. Sessions are then
    /// not resumed, so that a client whose authority was removed cannot connect with an old session ticket.
    private func demand(_ authority: String) throws(TLSError) {
        guard unsafe SSL_CTX_load_verify_file(raw, authority) == 1,
            let names = unsafe SSL_load_client_CA_file(authority)
        else { throw TLSError("cannot read whose certificates to ask for: \(authority)", from: ErrorQueue()) }
        unsafe SSL_CTX_set_client_CA_list(raw, names)
        unsafe SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        unsafe chairside_tls_no_sessions(raw)
    }

    deinit {
        unsafe SSL_CTX_free(raw)
        unsafe protocols.deallocate()
    }

    private static func make(
        _ method: OpaquePointer?, _ protocols: [ApplicationProtocol]
    ) throws(TLSError) -> (OpaquePointer, UnsafeMutableBufferPointer<UInt8>) {
        ErrorQueue.clear()
        guard let raw = unsafe SSL_CTX_new(method) else { throw TLSError("no TLS context", from: ErrorQueue()) }
        guard unsafe chairside_tls_harden(raw) == 1 else {
            unsafe SSL_CTX_free(raw)
            throw TLSError("OpenSSL lacks what is needed", from: ErrorQueue())
        }
        let names = protocols.flatMap { [UInt8($0.rawValue.utf8.count)] + Array($0.rawValue.utf8) }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: names.count)
        _ = unsafe memory.initialize(fromContentsOf: names)
        return unsafe (raw, memory)
    }

    private static func owning(_ ssl: OpaquePointer?) -> TLSContext? {
        guard let data = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0) else { return nil }
        return unsafe Unmanaged<TLSContext>.fromOpaque(data).takeUnretainedValue()
    }
}
