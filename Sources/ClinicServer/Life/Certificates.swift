import Clinic
import EventSourcing
import Logging
import Synchronization
import TLS

/// The server's certificate, and the one that will follow it, which clients that pin the one are told of ahead (O5).
final class Certificates: Sendable {
    let credentials: ServerCredentials
    /// The same certificate, for the admins' port.
    let adminCredentials: ServerCredentials?
    private let nextFile: String?
    private let next = Mutex<Certificate?>(nil)

    /// A certificate that ends sooner is spoken of in the log, in seconds.
    private static let notice: Int64 = 30 * 86_400

    /// - Throws: what an operator has to put right.
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

    /// The certificate in use, then the one that follows.
    var all: [(use: CertificateUse, certificate: Certificate)] {
        let current = credentials.certificate
        let next = next.withLock { $0 }
        // Once it has taken its place there is no next one.
        return [(.current, current)] + (next.flatMap { $0 == current ? nil : [(.next, $0)] } ?? [])
    }

    /// Reads the files again. What is wrong with them is logged, and leaves things as they are.
    func reload(_ logger: Logger) {
        do {
            _ = try adminCredentials?.reload()
            report(try credentials.reload(), logger)
        } catch {
            logger.error("the new certificate is not used", metadata: ["reason": "\(error)"])
        }
        do {
            let announced = try nextFile.map { try Certificate(file: $0) }
            next.withLock { $0 = announced }
        } catch {
            logger.error("the next certificate is not announced", metadata: ["reason": "\(error)"])
        }
    }

    private func report(_ certificate: Certificate, _ logger: Logger) {
        let end = Instant(secondsSince1970: certificate.notAfter)
        logger.notice("certificate", metadata: ["sha256": "\(certificate.fingerprintText)", "ends": "\(end.rfc3339)"])
        if !certificate.isValid(at: Instant.now.secondsSince1970 + Self.notice) {
            logger.warning("the certificate ends soon", metadata: ["ends": "\(end.rfc3339)"])
        }
    }
}

enum CertificateUse: String, CaseIterable, Sendable {
    case current
    case next
}
