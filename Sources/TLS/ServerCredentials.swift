import Glibc
import Synchronization

/// A server's certificate and key, which can be reloaded while connections are open. Open connections keep the old
/// certificate, new connections get the new certificate, and clients can resume sessions across the change.
public final class ServerCredentials: Sendable {
    private struct Loaded {
        let context: TLSContext
        let certificate: Certificate
    }

    public let files: CredentialFiles
    private let protocols: [ApplicationProtocol]
    private let clientAuthority: String?
    private let tickets = TicketKeys()
    private let loaded: Mutex<Loaded>

    /// Loads the server's certificate and its key from their files.
    ///
    /// - Parameter clientAuthority: a PEM file of certificate authorities, one of which must have signed each client's
    ///   certificate. Without it clients need no certificate.
    /// - Throws: an error that an operator can correct.
    public init(
        _ files: CredentialFiles, speaking protocols: [ApplicationProtocol], clientAuthority: String? = nil
    ) throws(TLSError) {
        self.files = files
        self.protocols = protocols
        self.clientAuthority = clientAuthority
        loaded = Mutex(try Self.load(files, protocols, clientAuthority, tickets))
    }

    /// The TLS settings for connections that begin now.
    public var context: TLSContext { loaded.withLock { $0.context } }

    public var certificate: Certificate { loaded.withLock { $0.certificate } }

    /// Reads the server's certificate and key from their files again.
    ///
    /// - Throws: an error that an operator can correct. The present certificate then stays in use.
    public func reload() throws(TLSError) -> Certificate {
        let new = try Self.load(files, protocols, clientAuthority, tickets)
        loaded.withLock { $0 = new }
        return new.certificate
    }

    private static func load(
        _ files: CredentialFiles, _ protocols: [ApplicationProtocol], _ clientAuthority: String?, _ tickets: TicketKeys
    ) throws(TLSError) -> Loaded {
        let context = try TLSContext(files, protocols, clientAuthority: clientAuthority, tickets)
        let certificate = try Certificate(file: files.certificate)
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        guard certificate.isValid(at: Int64(now.tv_sec)) else {
            throw TLSError("the certificate \(files.certificate) is not valid today")
        }
        return Loaded(context: context, certificate: certificate)
    }
}
