import EventLoop
import TLS

/// The configuration of HTTPS.
package struct HTTPSConfiguration: Sendable {
    package var files: CredentialFiles
    /// The path of the next certificate (PEM), which is announced ahead to clients.
    package var nextCertificate: String?
    /// The port for HTTPS; 0 for any free port.
    package var port: UInt16 = 8443
    /// The seconds for which browsers must use only HTTPS with this host; 0 if they are not told so.
    package var strictTransportSeconds = 31_536_000

    /// A port for admins only.
    package var admin: AdminPort?

    /// The port that serves admins. Other ports do not serve them then.
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

/// An error in the configuration, for the operator.
package enum ConfigurationError: Error, Sendable, CustomStringConvertible {
    case plainHTTPInPublic(host: String)
    case addressInUse(String)
    /// `--share-port` was given, but another server listens at the address without it.
    case addressNotShared(String)
    /// The service manager has opened a socket for HTTPS, but there is no certificate.
    case noCertificate

    package var description: String {
        switch self {
        case .plainHTTPInPublic(let host):
            "plain HTTP on \(host) would show patients' data to the network: give a certificate, listen on 127.0.0.1, or allow it by name"
        case .addressInUse(let address):
            "another program listens on \(address) already: stop it or choose another address. Servers of one database may listen together if each is started with --share-port"
        case .noCertificate:
            "the service manager has opened a socket named https, but there is no certificate: give --tls-cert and --tls-key"
        case .addressNotShared(let address):
            "the server that listens on \(address) does not share it: start it again with --share-port, or choose another port"
        }
    }
}

extension ServerConfiguration {
    /// The address of plain HTTP: one that only this machine reaches, unless another was allowed explicitly. With HTTPS
    /// on another address, plain HTTP stays on loopback, for operators.
    package var plainHost: String {
        get throws {
            if allowsPlainHTTP { return host }
            if try host == "localhost" || SocketAddress(numericHost: host, port: port).isLoopback { return host }
            guard https != nil else { throw ConfigurationError.plainHTTPInPublic(host: host) }
            return "127.0.0.1"
        }
    }
}

/// Host and port in a URL: an IPv6 address is in brackets (RFC 3986 §3.2.2).
package func authority(_ host: String, _ port: UInt16) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
}
