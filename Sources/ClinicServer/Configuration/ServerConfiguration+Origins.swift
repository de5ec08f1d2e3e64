import EventLoop
import Foundation
import Identity

extension ServerConfiguration {
    /// The origins under which clients reach the server. If the operator named none, they are made from the addresses
    /// at which the server listens: `localhost` and the loopback addresses for a loopback address, and also the
    /// machine's name if the server listens on all addresses.
    func origins(plainHost: String, port: UInt16, securePorts: [UInt16]) -> [Origin] {
        guard origins.isEmpty else { return origins }
        let plain = Self.names(of: plainHost).map { "http://\($0):\(port)" }
        let secure = securePorts.flatMap { port in Self.names(of: host).map { "https://\($0):\(port)" } }
        return (plain + secure).compactMap { Origin($0) }
    }

    private static func names(of host: String) -> [String] {
        let loopback = ["localhost", "127.0.0.1", "[::1]"]
        if host == "0.0.0.0" || host == "::" { return loopback + [ProcessInfo.processInfo.hostName] }
        let name = host.contains(":") ? "[\(host)]" : host
        return loopback.contains(name) || host.hasPrefix("127.") ? loopback + [name] : [name]
    }
}
