import TLS

/// The configuration of HTTPS.
package struct HTTPSConfiguration: Sendable {
    package var files: CredentialFiles
    /// The path of the next certificate (PEM). The API announces it to clients before the server uses it.
    package var nextCertificate: String?
    /// The port for HTTPS; 0 for any free port.
    package var port: UInt16 = 8443
    /// The seconds for which browsers must use only HTTPS with this host (RFC 6797); 0 to send no such rule.
    package var strictTransportSeconds = 31_536_000

    /// A port for admins only.
    package var admin: AdminPort?

    /// The port that serves admins. If it is configured, other ports do not serve them.
    package struct AdminPort: Sendable {
        /// The port for admins; 0 for any free port.
        package var port: UInt16
        /// The path of a PEM file: every client must have a certificate signed by one of its authorities.
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
