import EventLoop

/// The rule that decides whether an address belongs to the public internet.
///
/// The lists are the IANA registries of special-purpose addresses (RFC 6890), RFC 6598 (carrier-grade NAT) and RFC 6052
/// (NAT64). An IPv6 address that contains an IPv4 address is judged by the IPv4 address.
public enum PublicAddress {
    /// The IPv4 networks that are private, reserved, or not addresses of one host.
    static let refusedIPv4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    ]
    /// The IPv6 networks within the global unicast addresses that are reserved, or that lead to an IPv4 address.
    static let refusedIPv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]
    /// The networks of public addresses: the global unicast addresses of IPv6 (RFC 4291), all IPv4 addresses, and
    /// NAT64. Loopback, link-local, unique local and multicast addresses of IPv6 are in none of these networks.
    static let permittedNetworks = ["2000::/3", "0.0.0.0/0", "64:ff9b::/96"]

    private static let refused = networks(refusedIPv4 + refusedIPv6 + refusedIPv4.compactMap(translated))
    private static let permitted = networks(permittedNetworks)

    /// Whether the address belongs to the public internet, so that a server may connect to it although somebody else
    /// has chosen it.
    public static func contains(_ address: SocketAddress) -> Bool {
        guard let permitted, let refused else { return false }
        return permitted.contains { $0.contains(address) } && !refused.contains { $0.contains(address) }
    }

    /// Parses IP networks from texts; `nil` if one of the texts is not a network.
    private static func networks(_ texts: [String]) -> [AddressNetwork]? {
        let networks = texts.compactMap { AddressNetwork($0) }
        return networks.count == texts.count ? networks : nil
    }

    /// The NAT64 form of an IPv4 network.
    private static func translated(_ network: String) -> String? {
        let parts = network.split(separator: "/")
        guard parts.count == 2, let length = Int(parts[1]) else { return nil }
        return "64:ff9b::\(parts[0])/\(96 + length)"
    }
}
