import ArgumentParser
import ClinicServer
import Foundation
import TLS

/// The options of `chairside serve` for HTTPS: files of certificates, ports, and the days for
/// `Strict-Transport-Security`. Certificate and key must be given together.
struct TLSOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-cert"),
        help: .setting("The certificate with its chain (PEM). HTTPS is served only if it is given", or: .certificate))
    var certificate: String?
    @Option(name: .customLong("tls-key"), help: .setting("The certificate's key (PEM)", or: .certificateKey))
    var key: String?
    @Option(
        name: .customLong("tls-next-cert"),
        help: .setting("The next certificate, which is announced to clients ahead", or: .nextCertificate))
    var next: String?
    @Option(name: .customLong("tls-port"), help: "The port for HTTPS. 0 means any free port.")
    var port: UInt16 = 8443
    @Option(
        name: .customLong("admin-port"),
        help: "A port only for admins. It requires a client certificate, and no other port serves admins.")
    var adminPort: UInt16?
    @Option(name: .customLong("admin-ca"), help: "The authority that signed the certificates of admins' devices (PEM).")
    var adminAuthority: String?
    @Option(
        name: .customLong("hsts-days"),
        help: "Days for which browsers use only HTTPS with this host (RFC 6797). 0 switches it off.")
    var strictTransportDays = 365

    func validate() throws {
        guard (adminPort == nil) == (adminAuthority == nil) else {
            throw ValidationError("--admin-port and --admin-ca go together")
        }
        guard (0...3650).contains(strictTransportDays) else { throw ValidationError("--hsts-days is 0 to 3650") }
    }

    func resolved() throws -> HTTPSConfiguration? {
        let certificate = certificate ?? environment(.certificate)
        let key = key ?? environment(.certificateKey)
        guard certificate != nil || key != nil else {
            guard adminPort == nil else { throw ValidationError("--admin-port needs a certificate") }
            return nil
        }
        guard let certificate, let key else { throw ValidationError("--tls-cert and --tls-key go together") }
        var https = HTTPSConfiguration(files: CredentialFiles(certificate: certificate, key: key))
        https.nextCertificate = next ?? environment(.nextCertificate)
        https.port = port
        if let adminPort, let adminAuthority {
            https.admin = HTTPSConfiguration.AdminPort(port: adminPort, clientAuthority: adminAuthority)
        }
        https.strictTransportSeconds = strictTransportDays * 86_400
        return https
    }
}
