import CLibUV
import Glibc

/// A socket that clients can connect to; a `TCPListener` accepts from it.
public struct ListeningSocket: ~Copyable, Sendable {
    package let descriptor: Descriptor
    /// The IP address and port on which the socket listens; `nil` for a Unix socket.
    public let address: SocketAddress?
    /// The port on which the socket listens, also if the system chose it; 0 for a Unix socket.
    public var port: UInt16 { address?.port ?? 0 }

    /// Opens a socket that listens on an IP address. Several sockets of one user may listen on the same address
    /// (SO_REUSEPORT), one for each loop: the kernel distributes the connections. A process that takes an
    /// `AddressClaim` first never shares the address with another process that has taken one.
    ///
    /// - Parameters:
    ///   - host: a numeric address, or `localhost`, which is 127.0.0.1. `::` accepts IPv4 connections too.
    ///   - port: 0 lets the system choose.
    public init(host: String, port: UInt16, backlog: Int32 = 1024) throws(SystemError) {
        let address = try SocketAddress(numericHost: host, port: port)
        let socket = try Descriptor.socket(for: address)
        try socket.set(SO_REUSEADDR, to: 1)
        try socket.set(SO_REUSEPORT, to: 1)
        if case .v6 = address.address { try socket.set(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6), to: 0) }
        try socket.bind(to: address)
        try socket.listen(backlog: backlog)
        self.address = try socket.localAddress()
        descriptor = socket
    }

    /// Listens on a Unix socket at a claimed path. The file's owner and group may connect.
    public init(_ claim: UnixClaim, backlog: Int32 = 1024) throws(SystemError) {
        let socket = try Descriptor.unixSocket()
        try socket.bind(toUnix: claim.path)
        guard unsafe chmod(claim.path, 0o660) == 0 else {
            throw SystemError(errno: errno, operation: "chmod \(claim.path)")
        }
        try socket.listen(backlog: backlog)
        address = nil
        descriptor = socket
    }

    /// Takes over a listening socket that another program has opened.
    ///
    /// - Throws: `EINVAL` if the socket does not listen or is no stream socket; `ENOTSOCK` if the descriptor is no
    ///   socket.
    public init(inherited number: Int32) throws(SystemError) {
        let socket = Descriptor(taking: number)
        guard try socket.option(SO_ACCEPTCONN) == 1, try socket.option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
            throw SystemError(errno: EINVAL, operation: "descriptor \(number) is no socket that listens")
        }
        guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0
        else { throw SystemError(errno: errno, operation: "fcntl") }
        address = try socket.localAddress()
        descriptor = socket
    }

    /// The IP address and port of a listening socket that another program has opened; `nil` for a Unix socket.
    public static func address(of inherited: Int32) throws(SystemError) -> SocketAddress? {
        let copy = fcntl(inherited, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError(errno: errno, operation: "descriptor \(inherited)") }
        return try Descriptor(taking: copy).localAddress()
    }

    private init(_ descriptor: consuming Descriptor, at address: SocketAddress?) {
        self.descriptor = descriptor
        self.address = address
    }

    /// Makes another descriptor of the same socket for another loop. Each connection is accepted by one of the loops.
    public borrowing func duplicate() throws(SystemError) -> ListeningSocket {
        ListeningSocket(try descriptor.duplicate(), at: address)
    }
}
