import TLS

/// The configuration of a server's HTTPS: certificates, ports and Strict-Transport-Security.
package struct HTTPSConfiguration: Sendable {
    package var files: CredentialFiles
    /// The path of the next certificate (PEM). The API announces it to clients before the server uses it.
    package var nextCertificate: String?
    /// The port for HTTPS; 0 for any free port.
    package var port: UInt16 = 8443
    /// The `max-age` of the `Strict-Transport-Security` field (RFC 6797), in seconds: the time for which browsers use
    /// only HTTPS with this host. With 0 the field is not sent.
    package var strictTransportSeconds = 31_536_000

    /// The separate port for admins; `nil` if the server has none.
    package var admin: AdminPort?

    /// The port that serves admins. If it is configured, other ports do not serve them.
    package struct AdminPort: Sendable {
        /// The port for admins; 0 for any free port.
        package var port: UInt16
        /// The path of a PEM file with the certificates of authorities. Every client must present a certificate that
        /// one of them has signed.
        package var clientAuthority: String

        package init(port: UInt16, clientAuthority: String) {
            self.port = port
            self.clientAuthority = clientAuthority
        }
    }

    package init(files: CredentialFiles) {
        self.files = files
    }
}
