import ArgumentParser
import Foundation
import TLS

struct Cert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cert", abstract: "The server's certificate.", subcommands: [Fingerprint.self])

    struct Fingerprint: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fingerprint",
            abstract: "Print the values that clients pin: SHA-256 of a certificate, and of its public key in base64.")

        @Argument(help: "The certificate (PEM). The default is the server's own, CHAIRSIDE_TLS_CERT.")
        var path: String?

        func run() throws {
            guard let path = path ?? environment(.certificate) else {
                throw ValidationError("no certificate: name a file or set CHAIRSIDE_TLS_CERT")
            }
            let certificate = try Certificate(file: path)
            let days = [certificate.notBefore, certificate.notAfter].map {
                Date(timeIntervalSince1970: TimeInterval($0)).formatted(.iso8601)
            }
            print("sha256 \(certificate.fingerprintText)")
            print("pin    sha256/\(certificate.pin)")
            print("valid  \(days[0]) to \(days[1])")
        }
    }
}
