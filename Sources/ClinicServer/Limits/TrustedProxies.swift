import EventLoop
import HTTPServer

/// The operator's proxies, whose `X-Forwarded-For` and `X-Forwarded-Proto` fields are accepted. The fields are ignored if
/// anyone else sends them.
package struct TrustedProxies: Sendable {
    private let networks: [AddressNetwork]

    package init(_ networks: [AddressNetwork] = []) { self.networks = networks }

    /// The client's address: the last one in the chain of `X-Forwarded-For` that is not a trusted proxy. Each proxy
    /// appends the address of its own client. If a client has sent the field itself, its text comes before these
    /// addresses and is never read.
    func client(of request: HTTPRequest) -> SocketAddress? {
        guard trusts(request.peerAddress) else { return request.peerAddress }
        var client = request.peerAddress
        let way = request.headers.all("x-forwarded-for").flatMap { $0.split(separator: ",") }
        for stop in way.reversed() {
            guard let address = SocketAddress(numeric: stop.trimmingSpaces) else { break }
            client = address
            guard trusts(client) else { break }
        }
        return client
    }

    /// Whether the client's request came over HTTPS: to this server, or to a trusted proxy that says so in
    /// `X-Forwarded-Proto`. Only the value of the nearest proxy counts.
    func isSecure(_ request: HTTPRequest) -> Bool {
        if request.isSecure { return true }
        guard trusts(request.peerAddress), let scheme = request.headers.all("x-forwarded-proto").last else {
            return false
        }
        return scheme.split(separator: ",").last.map { $0.trimmingSpaces.lowercased() } == "https"
    }

    /// Whether an address is that of a trusted proxy.
    ///
    /// - Parameter address: `nil` for a Unix socket, whose file the operator's permissions protect.
    func trusts(_ address: SocketAddress?) -> Bool {
        guard let address else { return true }
        return networks.contains { $0.contains(address) }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var trimmed = drop { $0 == " " || $0 == "\t" }
        while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
        return trimmed
    }
}
