import ArgumentParser
import ClinicServer
import Foundation
import TLS

/// The files for HTTPS. Certificate and key go together.
struct TLSOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-cert"),
        help: "The certificate with its chain (PEM); else CHAIRSIDE_TLS_CERT. Without one there is no HTTPS.")
    var certificate: String?
    @Option(name: .customLong("tls-key"), help: "The certificate's key (PEM); else CHAIRSIDE_TLS_KEY.")
    var key: String?
    @Option(
        name: .customLong("tls-next-cert"),
        help: "The certificate that will follow, announced to clients ahead; else CHAIRSIDE_TLS_NEXT_CERT.")
    var next: String?
    @Option(name: .customLong("tls-port"), help: "The port for HTTPS; 0 for any that is free.")
    var port: UInt16 = 8443
    @Option(
        name: .customLong("admin-port"),
        help: "A port for admins alone, who are served nowhere else then; it asks for a client certificate.")
    var adminPort: UInt16?
    @Option(name: .customLong("admin-ca"), help: "Who has signed the certificates of admins' devices (PEM).")
    var adminAuthority: String?
    @Option(
        name: .customLong("hsts-days"),
        help: "How long browsers are to use nothing but HTTPS with this host (RFC 6797); 0 for not at all.")
    var strictTransportDays = 365

    func validate() throws {
        guard (adminPort == nil) == (adminAuthority == nil) else {
            throw ValidationError("--admin-port and --admin-ca go together")
        }
        guard (0...3650).contains(strictTransportDays) else { throw ValidationError("--hsts-days is 0 to 3650") }
    }

    func resolved() throws -> HTTPSConfiguration? {
        let certificate = certificate ?? environment("CHAIRSIDE_TLS_CERT")
        let key = key ?? environment("CHAIRSIDE_TLS_KEY")
        guard certificate != nil || key != nil else {
            guard adminPort == nil else { throw ValidationError("--admin-port needs a certificate") }
            return nil
        }
        guard let certificate, let key else { throw ValidationError("--tls-cert and --tls-key go together") }
        var https = HTTPSConfiguration(files: CredentialFiles(certificate: certificate, key: key))
        https.nextCertificate = next ?? environment("CHAIRSIDE_TLS_NEXT_CERT")
        https.port = port
        if let adminPort, let adminAuthority {
            https.admin = HTTPSConfiguration.AdminPort(port: adminPort, clientAuthority: adminAuthority)
        }
        https.strictTransportSeconds = strictTransportDays * 86_400
        return https
    }
}

/// A variable of the environment that is not empty.
func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
}
