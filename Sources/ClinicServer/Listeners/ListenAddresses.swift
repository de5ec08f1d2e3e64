import EventLoop

/// The addresses of a server, for plain HTTP and TLS: the configured ones, or sockets that the service manager opened.
struct ListenAddresses {
    /// The addresses at which plain HTTP is served, at least one.
    private(set) var plain: [ListenAddress]
    private(set) var secure: [ListenAddress] = []
    /// The address at which only admins are served; `nil` if there is no separate one.
    private(set) var admin: ListenAddress?

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
            plain.append(.network(host: plainHost, port: configuration.port, isShared: isShared))
        }
        if let path = configuration.unixSocket { plain.append(.unix(path: path)) }
        secure = sockets.filter { $0.name == "https" }.map { .inherited($0.descriptor) }
        guard let https = configuration.https else {
            if !secure.isEmpty { throw ConfigurationError.noCertificate }
            return
        }
        if secure.isEmpty {
            secure = [.network(host: configuration.host, port: https.port, isShared: isShared)]
        }
        admin = https.admin.map { .network(host: configuration.host, port: $0.port, isShared: isShared) }
    }
}
