import EventLoop

/// The public places of a server, for plain HTTP and TLS: configured addresses, or sockets that the service manager
/// opened.
struct ListeningPlaces {
    /// The places for plain HTTP, at least one.
    var plain: [Listening.Place]
    var secure: [Listening.Place] = []

    init(_ configuration: ServerConfiguration, plainHost: String) throws {
        let sockets = configuration.serviceManager.sockets
        let isShared = configuration.sharesPorts
        plain = sockets.filter { $0.name != "https" }.map { .inherited($0.descriptor) }
        for socket in sockets where socket.name != "https" && !configuration.allowsPlainHTTP {
            guard let address = try ListeningSocket.address(of: socket.descriptor), !address.isLoopback else {
                continue
            }
            throw ConfigurationError.plainHTTPInPublic(host: address.host)
        }
        if plain.isEmpty {
            plain.append(.address(host: plainHost, port: configuration.port, isShared: isShared))
        }
        if let path = configuration.unixSocket { plain.append(.unix(path: path)) }
        secure = sockets.filter { $0.name == "https" }.map { .inherited($0.descriptor) }
        guard let https = configuration.https else {
            if !secure.isEmpty { throw ConfigurationError.noCertificate }
            return
        }
        if secure.isEmpty {
            secure = [.address(host: configuration.host, port: https.port, isShared: isShared)]
        }
    }
}
