import Clinic
import Endpoints
import EventSourcing
import JSON
import TLS

/// The endpoint for the server's certificate and its successor, for apps that pin it.
enum CertificatesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        Endpoint(
            .get, "/api/v1/certificates", id: "listCertificates",
            summary: "List the server's certificates",
            details: "The certificate in use and, announced ahead, the next one, for apps that pin them.",
            tag: "Status", for: .everybody,
            answers: [.ok(AnnouncedCertificate.list, "The certificates")], caching: .publicETag(maxAge: 300)
        ) {
            .work { services, _ in
                let announced = services.shared.certificates?.all.map(AnnouncedCertificate.init) ?? []
                return WorkAnswer(200, AnnouncedCertificate.list.bytes(announced))
            }
        }
    ]
}

private struct AnnouncedCertificate: Sendable {
    let id: String
    let version: Int64
    let use: CertificateUse
    let sha256: String
    let pin: String
    let validFrom: Instant
    let validUntil: Instant

    private struct List: Sendable { let items: [AnnouncedCertificate] }

    static let list = object(
        List.init(items:),
        field(
            "items", \.items,
            .array(codec).described("The certificate in use and, if it is known already, the next one."))
    ).map({ $0.items }, { List(items: $0) }).described("The server's certificates.").named("Certificates")

    private static let codec = object(
        AnnouncedCertificate.init(id:version:use:sha256:pin:validFrom:validUntil:),
        field(
            "id", \.id,
            .string(64...64).described("The certificate's id: its SHA-256 fingerprint in hexadecimal, without colons.")),
        field(
            "version", \.version,
            .int64(1...2).described("1 while it is the next certificate, 2 once it is in use.")),
        field("use", \.use, .stringEnum.described("Whether it is in use now, or is the next one.")),
        field(
            "sha256", \.sha256,
            .string(95...95).described("The SHA-256 fingerprint, as pairs of hexadecimal digits with colons.")),
        field(
            "spki_sha256", \.pin, .string(44...44).described("The SHA-256 of the public key, in base64, for pinning.")),
        field("valid_from", \.validFrom, .instant.described("From when it is valid, in UTC.")),
        field("valid_until", \.validUntil, .instant.described("Until when it is valid, in UTC."))
    ).described("A certificate of the server.").named("Certificate")
}

extension AnnouncedCertificate {
    init(_ use: CertificateUse, _ certificate: Certificate) {
        self.init(
            id: certificate.fingerprintText.lowercased().filter { $0 != ":" }, version: use == .next ? 1 : 2, use: use,
            sha256: certificate.fingerprintText, pin: certificate.pin,
            validFrom: Instant(secondsSince1970: certificate.notBefore),
            validUntil: Instant(secondsSince1970: certificate.notAfter))
    }
}
