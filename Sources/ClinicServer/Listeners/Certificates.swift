import Clinic
import EventSourcing
import Logging
import Synchronization
import TLS

/// The server's certificate and its successor. Clients that pin certificates can read the successor before it is used.
final class Certificates: Sendable {
    let credentials: ServerCredentials
    /// The credentials for the admins' port: the server's certificate, and the authority that must have signed the
    /// certificates of clients.
    let adminCredentials: ServerCredentials?
    private let nextFile: String?
    private let next = Mutex<Certificate?>(nil)

    /// The time before a certificate's expiry from which warnings are logged, in seconds.
    private static let notice: Int64 = 30 * 86_400

    /// Reads the server's certificate, and the next one if it is configured.
    ///
    /// - Throws: an error that an operator can correct.
    init(_ configuration: HTTPSConfiguration, logger: Logger) throws {
        credentials = try ServerCredentials(configuration.files, speaking: [.http2, .http1])
        adminCredentials = try configuration.admin.map {
            try ServerCredentials(
                configuration.files, speaking: [.http2, .http1], clientAuthority: $0.clientAuthority)
        }
        nextFile = configuration.nextCertificate
        let announced = try nextFile.map { try Certificate(file: $0) }
        next.withLock { $0 = announced }
        report(credentials.certificate, logger)
    }

    /// The certificate in use, then the next one.
    var all: [(use: CertificateUse, certificate: Certificate)] {
        let current = credentials.certificate
        let next = next.withLock { $0 }
        // If the next certificate is already in use, it is not listed again.
        return [(.current, current)] + (next.flatMap { $0 == current ? nil : [(.next, $0)] } ?? [])
    }

    /// Reads the certificate files again. If they cannot be read, the error is logged, and the present certificate
    /// stays in use.
    func reload(_ logger: Logger) {
        do {
            _ = try adminCredentials?.reload()
            report(try credentials.reload(), logger)
        } catch {
            logger.error("the new certificate cannot be used; the old one stays", metadata: ["reason": "\(error)"])
        }
        do {
            let announced = try nextFile.map { try Certificate(file: $0) }
            next.withLock { $0 = announced }
        } catch {
            logger.error("the next certificate cannot be announced", metadata: ["reason": "\(error)"])
        }
    }

    private func report(_ certificate: Certificate, _ logger: Logger) {
        let end = Instant(secondsSince1970: certificate.notAfter)
        logger.notice("certificate", metadata: ["sha256": "\(certificate.fingerprintText)", "ends": "\(end.rfc3339)"])
        if !certificate.isValid(at: Instant.now.secondsSince1970 + Self.notice) {
            logger.warning("the certificate expires soon", metadata: ["ends": "\(end.rfc3339)"])
        }
    }
}

enum CertificateUse: String, CaseIterable, Sendable {
    case current
    case next
}
