import CLibUV

/// An IPv4 or IPv6 address and a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    enum Host: Hashable {
        /// An IPv4 address in host byte order.
        case v4(UInt32)
        case v6(high: UInt64, low: UInt64, scope: UInt32)
    }

    let address: Host
    public let port: UInt16

    /// The part of an address that stands for one customer's network: the IPv4 address, or the first 64 bits of an IPv6
    /// address, which are the smallest network that a provider assigns to one customer.
    public var network: UInt64 {
        let bits = bits
        return bits.high == 0 ? bits.low : bits.high
    }

    init(_ address: Host, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Reads an address in numbers, without a name look-up.
    ///
    /// - Parameter host: a numeric address, or `localhost`, which is 127.0.0.1.
    public init(numericHost host: String, port: UInt16) throws(SystemError) {
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        if unsafe uv_ip4_addr(host == "localhost" ? "127.0.0.1" : host, Int32(port), &v4) == 0 {
            self.init(v4)
        } else {
            try check(unsafe uv_ip6_addr(host, Int32(port), &v6), "address")
            self.init(v6)
        }
    }

    init(_ v4: sockaddr_in) {
        self.init(.v4(UInt32(bigEndian: v4.sin_addr.s_addr)), port: UInt16(bigEndian: v4.sin_port))
    }

    init(_ v6: sockaddr_in6) {
        let (high, low) = unsafe withUnsafeBytes(of: v6.sin6_addr) { bytes in
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        self.init(.v6(high: high, low: low, scope: v6.sin6_scope_id), port: UInt16(bigEndian: v6.sin6_port))
    }

    /// Reads an IP address from the system's structure; `nil` if it is neither IPv4 nor IPv6.
    init?(_ storage: sockaddr_storage) {
        let known = unsafe withUnsafeBytes(of: storage) { bytes -> Self? in
            switch Int32(storage.ss_family) {
            case AF_INET: Self(unsafe bytes.load(as: sockaddr_in.self))
            case AF_INET6: Self(unsafe bytes.load(as: sockaddr_in6.self))
            default: nil
            }
        }
        guard let known else { return nil }
        self = known
    }

    /// Calls `body` with the IP address and port in the structure that system calls expect.
    package func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        switch address {
        case .v4(let host):
            var v4 = sockaddr_in()
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            v4.sin_addr.s_addr = host.bigEndian
            return unsafe rebound(v4, body)
        case .v6(let high, let low, let scope):
            var v6 = sockaddr_in6()
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port.bigEndian
            v6.sin6_scope_id = scope
            unsafe withUnsafeMutableBytes(of: &v6.sin6_addr) { bytes in
                unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
                unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return unsafe rebound(v6, body)
        }
    }

    private func rebound<A, R>(_ value: A, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        unsafe withUnsafeBytes(of: value) { bytes in
            let base = unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: sockaddr.self)
            return unsafe body(base, socklen_t(bytes.count))
        }
    }

    /// Whether only this machine can reach the address: 127.0.0.0/8, also mapped to IPv6, and ::1.
    public var isLoopback: Bool {
        switch address {
        case .v4(let host): host >> 24 == 127
        case .v6(let high, let low, _): high == 0 && (low == 1 || low >> 24 == 0xFFFF_7F)
        }
    }

    /// The address without the port: `192.0.2.1`, `2001:db8::1`.
    public var host: String {
        unsafe withSockaddr { address, _ in
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
                guard let text = buffer.baseAddress, unsafe uv_ip_name(address, text, buffer.count) == 0 else {
                    return ""
                }
                return unsafe String(cString: text)
            }
        }
    }

    /// The address with the port: `192.0.2.1:80`, `[2001:db8::1]:80`.
    public var description: String {
        switch address {
        case .v4: "\(host):\(port)"
        case .v6: "[\(host)]:\(port)"
        }
    }
}
