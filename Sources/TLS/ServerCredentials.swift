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
    private let tickets = TicketKeys()
    private let loaded: Mutex<Loaded>

    /// - Throws: what an operator has to put right.
    public init(_ files: CredentialFiles, speaking protocols: [ApplicationProtocol]) throws(TLSError) {
        self.files = files
        self.protocols = protocols
        loaded = Mutex(try Self.load(files, protocols, tickets))
    }

    /// What new connections are made with.
    public var context: TLSContext { loaded.withLock { $0.context } }

    public var certificate: Certificate { loaded.withLock { $0.certificate } }

    /// Reads both files again.
    ///
    /// - Throws: what is wrong with them; then everything stays as it was.
    public func reload() throws(TLSError) -> Certificate {
        let new = try Self.load(files, protocols, tickets)
        loaded.withLock { $0 = new }
        return new.certificate
    }

    private static func load(
        _ files: CredentialFiles, _ protocols: [ApplicationProtocol], _ tickets: TicketKeys
    ) throws(TLSError) -> Loaded {
        let context = try TLSContext(files, protocols, tickets)
        let certificate = try Certificate(file: files.certificate)
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        guard certificate.isValid(at: Int64(now.tv_sec)) else {
            throw TLSError("the certificate \(files.certificate) is not valid today")
        }
        return Loaded(context: context, certificate: certificate)
    }
}
