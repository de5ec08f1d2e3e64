public import EventLoop
import HTTPServer

/// Proxies of the operator's, whose word counts on who asks: what they say in `X-Forwarded-For`. Nobody else's does.
public struct TrustedProxies: Sendable {
    private let networks: [AddressNetwork]

    public init(_ networks: [AddressNetwork] = []) { self.networks = networks }

    /// Who asks: the address nearest to us in the request's way that is no proxy of ours. Each proxy appends the one that it
    /// was asked from, so what a client has put there itself stands before that and is never looked at.
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

    /// - Parameter address: `nil` in the Unix domain: who may open the socket's file was chosen by the operator.
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
