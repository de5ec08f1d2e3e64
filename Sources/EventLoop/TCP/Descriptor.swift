import CLibUV
import Glibc

/// A socket's descriptor that libuv does not own yet. When this value is destroyed, the descriptor is closed.
package struct Descriptor: ~Copyable, Sendable {
    private let number: Int32

    package init(taking number: Int32) {
        self.number = number
    }

    deinit { Glibc.close(number) }

    package var raw: Int32 { number }

    /// Gives the socket's descriptor to the caller, who must close it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Opens a stream socket that does not block.
    package static func socket(for address: SocketAddress) throws(SystemError) -> Descriptor {
        let family =
            switch address.address {
            case .v4: AF_INET
            case .v6: AF_INET6
            }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = Glibc.socket(family, type, 0)
        try Self.check(number, "socket")
        return Descriptor(taking: number)
    }

    /// Makes another descriptor for the same open socket.
    package borrowing func duplicate() throws(SystemError) -> Descriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        try Self.check(copy, "dup")
        return Descriptor(taking: copy)
    }

    /// Opens a stream socket in the Unix domain that does not block.
    package static func unixSocket() throws(SystemError) -> Descriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = Glibc.socket(AF_UNIX, type, 0)
        try Self.check(number, "socket")
        return Descriptor(taking: number)
    }

    package borrowing func set(_ option: Int32, level: Int32 = SOL_SOCKET, to value: Int32) throws(SystemError) {
        var value = value
        try Self.check(
            unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size)), "setsockopt")
    }

    package borrowing func bind(to address: SocketAddress) throws(SystemError) {
        try Self.check(unsafe address.withSockaddr { unsafe Glibc.bind(number, $0, $1) }, "bind \(address)")
    }

    /// Binds the socket to a Unix address.
    ///
    /// - Parameter path: the path of a file, or a name in the abstract namespace if it begins with a zero byte
    ///   (unix(7)).
    package borrowing func bind(toUnix path: String) throws(SystemError) {
        let operation = "bind \(path.first == "\0" ? "@\(path.dropFirst())" : path)"
        guard let address = UnixAddress(path) else { throw SystemError(errno: ENAMETOOLONG, operation: operation) }
        try Self.check(unsafe address.withSockaddr { unsafe Glibc.bind(number, $0, $1) }, operation)
    }

    package borrowing func connect(toUnix path: String) throws(SystemError) {
        guard let address = UnixAddress(path) else {
            throw SystemError(errno: ENAMETOOLONG, operation: "connect \(path)")
        }
        try Self.check(unsafe address.withSockaddr { unsafe Glibc.connect(number, $0, $1) }, "connect \(path)")
    }

    package borrowing func option(_ option: Int32) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        try Self.check(unsafe getsockopt(number, SOL_SOCKET, option, &value, &size), "getsockopt")
        return value
    }

    package borrowing func listen(backlog: Int32) throws(SystemError) {
        try Self.check(Glibc.listen(number, backlog), "listen")
    }

    package borrowing func localAddress() throws(SystemError) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe getsockname(
                number, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length)
        }
        try Self.check(code, "getsockname")
        return SocketAddress(storage)
    }

    private static func check(_ answer: Int32, _ operation: @autoclosure () -> String) throws(SystemError) {
        guard answer < 0 else { return }
        throw SystemError(errno: errno, operation: operation())
    }
}
