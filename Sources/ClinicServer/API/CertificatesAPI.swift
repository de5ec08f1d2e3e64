import Clinic
import Endpoints
import EventSourcing
import JSON
import TLS

/// The server's certificate and its successor, for apps that pin it (O5).
enum CertificatesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/certificates", id: "listCertificates",
            summary: "The server's certificate and, announced ahead, its successor", tag: "Status", for: .everybody,
            answers: [.ok(AnnouncedCertificate.list)], caching: .publicETag(maxAge: 300)
        ) {
            .work { services, _ in
                let announced = services.certificates?.all.map(AnnouncedCertificate.init) ?? []
                return WorkAnswer(200, AnnouncedCertificate.list.bytes(announced))
            }
        }
    ]
}

private struct AnnouncedCertificate: Sendable {
    let use: CertificateUse
    let sha256: String
    let pin: String
    let validFrom: Instant
    let validUntil: Instant

    static let list = object(
        { (items: [AnnouncedCertificate]) in items },
        field(
            "items", \.self,
            .array(
                object(
                    AnnouncedCertificate.init(use:sha256:pin:validFrom:validUntil:), field("use", \.use, .stringEnum),
                    field("sha256", \.sha256, .string(95...95)), field("spki_sha256", \.pin, .string(44...44)),
                    field("valid_from", \.validFrom, .instant), field("valid_until", \.validUntil, .instant)
                ).named("Certificate")))
    ).named("Certificates")
}

extension AnnouncedCertificate {
    init(_ use: CertificateUse, _ certificate: Certificate) {
        self.init(
            use: use, sha256: certificate.fingerprintText, pin: certificate.pin,
            validFrom: Instant(secondsSince1970: certificate.notBefore),
            validUntil: Instant(secondsSince1970: certificate.notAfter))
    }
}
