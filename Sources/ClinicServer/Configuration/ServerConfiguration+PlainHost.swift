import EventLoop

extension ServerConfiguration {
    /// The address for plain HTTP. It is a loopback address unless another one was allowed explicitly. If HTTPS uses
    /// another address, plain HTTP stays on loopback, for operators.
    package var plainHost: String {
        get throws {
            if allowsPlainHTTP { return host }
            if try host == "localhost" || SocketAddress(numericHost: host, port: port).isLoopback { return host }
            guard https != nil else { throw ConfigurationError.plainHTTPInPublic(host: host) }
            return "127.0.0.1"
        }
    }
}

/// Host and port as they are written in a URL, with brackets around an IPv6 address (RFC 3986 §3.2.2).
package func authority(_ host: String, _ port: UInt16) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
}
