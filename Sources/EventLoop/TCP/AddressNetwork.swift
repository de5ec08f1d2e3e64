/// A network of addresses with a common prefix: `10.0.0.0/8`, `2001:db8::/32`; a single address is a network too (RFC
/// 4632, RFC 4291 §2.3).
public struct AddressNetwork: Hashable, Sendable {
    private let bits: AddressBits
    private let mask: AddressBits

    /// Reads a network of addresses, such as `10.0.0.0/8`.
    ///
    /// - Returns: `nil` if the text is no network, or has bits set after its prefix.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, first != "localhost",
            let address = try? SocketAddress(numericHost: String(first), port: 0)
        else { return nil }
        var prefix = 128
        if parts.count == 2 {
            let longest = address.isIPv4 ? 32 : 128
            guard let length = Int(parts[1]), parts[1].allSatisfy(\.isASCIIDigit), (0...longest).contains(length) else {
                return nil
            }
            prefix = 128 - longest + length
        }
        bits = address.bits
        mask = AddressBits(prefix: prefix)
        guard bits == bits & mask else { return nil }
    }

    public func contains(_ address: SocketAddress) -> Bool { address.bits & mask == bits }
}

/// An address as the 128 bits of IPv6. An IPv4 address is mapped to an IPv6 address (RFC 4291 §2.5.5.2).
struct AddressBits: Hashable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A mask of 128 bits whose first `prefix` bits are ones.
    init(prefix: Int) {
        high = prefix >= 64 ? .max : ~(.max >> UInt64(prefix))
        low = prefix <= 64 ? 0 : ~(.max >> UInt64(prefix - 64))
    }

    static func & (a: Self, b: Self) -> Self { Self(high: a.high & b.high, low: a.low & b.low) }
}

extension SocketAddress {
    /// Reads an address as proxies write it, with a port or without: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
    /// `[2001:db8::1]:80`. The port is ignored. Returns `nil` for a host name.
    public init?(numeric text: some StringProtocol) {
        var host = text[...]
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return nil }
            host = host[host.index(after: host.startIndex)..<end]
        } else if let colon = host.firstIndex(of: ":"), host.lastIndex(of: ":") == colon {
            host = host[..<colon]
        }
        guard let first = host.first, first == ":" || first.isHexDigit, host.utf8.count <= 64,
            let address = try? SocketAddress(numericHost: String(host), port: 0)
        else { return nil }
        self = address
    }

    var bits: AddressBits {
        switch address {
        case .v4(let address): AddressBits(high: 0, low: 0xffff << 32 | UInt64(address))
        case .v6(let high, let low, _): AddressBits(high: high, low: low)
        }
    }

    fileprivate var isIPv4: Bool { if case .v4 = address { true } else { false } }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
