import Glibc

/// The exclusive right to listen on an address, while it is held.
///
/// SO_REUSEPORT, which gives each loop its own listener, lets any other process of the same user listen there too, and
/// the kernel then distributes connections among them. So a process checks twice before it listens: a socket without
/// SO_REUSEPORT cannot be bound if another listens already, and a name in the abstract namespace of Unix sockets
/// belongs to one socket at a time. That namespace belongs to the network namespace, as ports do, and is independent of
/// users and files.
public final class AddressClaim: Sendable {
    /// The claimed port; chosen by the system if 0 was requested.
    public let port: UInt16
    private let descriptors: [Int32]

    /// Claims the right to listen on an address.
    ///
    /// - Parameter host: a numeric address.
    /// - Throws: a `SystemError` with `isAddressInUse` if a process listens on the address or has claimed it.
    public init(host: String, port: UInt16) throws(SystemError) {
        let address = try SocketAddress(numericHost: host, port: port)
        let probe = try Descriptor.socket(for: address)
        try probe.set(SO_REUSEADDR, to: 1)
        try probe.bind(to: address)
        let claimed = try probe.localAddress() ?? address
        let name = try Descriptor.unixSocket()
        try name.bind(toUnix: Self.name(of: claimed))
        self.port = claimed.port
        descriptors = [probe.release(), name.release()]
    }

    deinit { for descriptor in descriptors { Glibc.close(descriptor) } }

    /// Whether a process holds the claim to listen on an address.
    public static func isHeld(host: String, port: UInt16) throws(SystemError) -> Bool {
        let socket = try Descriptor.unixSocket()
        do throws(SystemError) {
            try socket.bind(toUnix: name(of: try SocketAddress(numericHost: host, port: port)))
            return false
        } catch {
            guard error.isAddressInUse else { throw error }
            return true
        }
    }

    private static func name(of address: SocketAddress) -> String { "\0chairside listens on \(address)" }
}
