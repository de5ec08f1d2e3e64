public import EventLoop

/// The addresses of the public internet. Other addresses belong to the server's own machine or network, or are not
/// used.
public enum PublicAddresses {
    /// The special-purpose networks of IPv4 (RFC 6890 and IANA's registry), multicast, and reserved addresses.
    private static let specialV4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    ].compactMap { AddressNetwork($0) }

    /// The networks in the global unicast range of IPv6 that do not belong to the public internet: Teredo and other
    /// protocol assignments, documentation, and 6to4, whose addresses contain IPv4 addresses.
    private static let specialV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].compactMap {
        AddressNetwork($0)
    }

    private static let globalV6 = AddressNetwork("2000::/3")
    private static let mappedV4 = AddressNetwork("::ffff:0:0/96")

    /// Whether an address belongs to the public internet. An IPv4-mapped IPv6 address is checked as an IPv4 address.
    public static func contains(_ address: SocketAddress) -> Bool {
        if mappedV4?.contains(address) == true { return !specialV4.contains { $0.contains(address) } }
        return globalV6?.contains(address) == true && !specialV6.contains { $0.contains(address) }
    }
}
