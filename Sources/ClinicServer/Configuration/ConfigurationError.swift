/// An error in the configuration, for the operator.
package enum ConfigurationError: Error, Sendable, CustomStringConvertible {
    case plainHTTPInPublic(host: String)
    case addressInUse(String)
    /// This server was started with `--share-port`, but the server that already listens at the address was started
    /// without it.
    case addressNotShared(String)
    /// The service manager has opened a socket for HTTPS, but there is no certificate.
    case noCertificate

    /// The folder of the browser console does not exist.
    case noConsole(folder: String)
    /// The files of the browser console in the program cannot be read.
    case brokenConsole

    package var description: String {
        switch self {
        case .plainHTTPInPublic(let host):
            "plain HTTP on \(host) would show patients' data to the network: give a certificate, listen on 127.0.0.1, or allow it by name"
        case .addressInUse(let address):
            "another program listens on \(address) already: stop it or choose another address. Servers of one database may listen together if each is started with --share-port"
        case .noCertificate:
            "the service manager has opened a socket named https, but there is no certificate: give --tls-cert and --tls-key"
        case .noConsole(let folder):
            "there is no folder \(folder) for the browser console: give on, off, or the path of a folder"
        case .brokenConsole: "the files of the browser console in this program cannot be read: build it again"
        case .addressNotShared(let address):
            "the server that listens on \(address) does not share it: start it again with --share-port, or choose another port"
        }
    }
}
