import Glibc
import Synchronization

/// A server's certificate and key, which can be read anew while connections are open: those keep what they were made with, new ones get
/// the new certificate, and sessions resume across the change.
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

    /// - Parameter clientAuthority: a PEM file with those whose certificates every client has to show one of; nobody is asked without.
    /// - Throws: what an operator has to put right.
    public init(
        _ files: CredentialFiles, speaking protocols: [ApplicationProtocol], clientAuthority: String? = nil
    ) throws(TLSError) {
        self.files = files
        self.protocols = protocols
        self.clientAuthority = clientAuthority
        loaded = Mutex(try Self.load(files, protocols, clientAuthority, tickets))
    }

    /// What new connections are made with.
    public var context: TLSContext { loaded.withLock { $0.context } }

    public var certificate: Certificate { loaded.withLock { $0.certificate } }

    /// Reads both files again.
    ///
    /// - Throws: what is wrong with them; then everything stays as it was.
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
