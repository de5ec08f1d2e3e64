public import EventLoop
import HTTPServer

/// Proxies of the operator's, whose word counts on who asks: what they say in `X-Forwarded-For`. Nobody else's does.
public struct TrustedProxies: Sendable {
    private let networks: [AddressNetwork]

    public init(_ networks: [AddressNetwork] = []) { self.networks = networks }

    /// Who asks: the address nearest to us in the request's way that is no proxy of ours. Each proxy appends the one that it
    /// was asked from, so what a client has put there itself stands before that and is never looked at.
    func client(of request: HTTPRequest) -> SocketAddress? {
        guard !networks.isEmpty, var client = request.peerAddress, trust(client) else { return request.peerAddress }
        let way = request.headers.all("x-forwarded-for").flatMap { $0.split(separator: ",") }
        for stop in way.reversed() {
            guard let address = SocketAddress(numeric: stop.trimmingSpaces) else { break }
            client = address
            guard trust(client) else { break }
        }
        return client
    }

    private func trust(_ address: SocketAddress) -> Bool { networks.contains { $0.contains(address) } }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var trimmed = drop { $0 == " " || $0 == "\t" }
        while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
        return trimmed
    }
}
