import EventLoop
import Foundation
import Identity

extension ServerConfiguration {
    /// The origins under which clients reach the server: those that the operator named, and the address for people. If
    /// the operator named no origins, they are made from the addresses at which the server listens. A loopback address also gives `localhost` and the other loopback addresses; the
    /// address of all interfaces gives these and the machine's name.
    func origins(plainHost: String, port: UInt16, securePorts: [UInt16]) -> [Origin] {
        let people = publicAddress.map { [$0] } ?? []
        guard origins.isEmpty else { return origins + people }
        let plain = Self.names(of: plainHost).map { "http://\($0):\(port)" }
        let secure = securePorts.flatMap { port in Self.names(of: host).map { "https://\($0):\(port)" } }
        return (plain + secure).compactMap { Origin($0) } + people
    }

    private static func names(of host: String) -> [String] {
        let loopback = ["localhost", "127.0.0.1", "[::1]"]
        if host == "0.0.0.0" || host == "::" { return loopback + [ProcessInfo.processInfo.hostName] }
        let name = host.contains(":") ? "[\(host)]" : host
        return loopback.contains(name) || host.hasPrefix("127.") ? loopback + [name] : [name]
    }
}
