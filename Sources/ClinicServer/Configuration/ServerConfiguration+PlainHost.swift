import EventLoop

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
