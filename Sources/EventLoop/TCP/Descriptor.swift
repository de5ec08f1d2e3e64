import CLibUV
import Glibc

/// A socket's descriptor before libuv owns it; closed where it is dropped.
package struct Descriptor: ~Copyable {
    private let number: Int32

    package init(taking number: Int32) {
        self.number = number
    }

    deinit { Glibc.close(number) }

    package var raw: Int32 { number }

    /// The caller closes it from now on.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// A stream socket that does not block.
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

    package borrowing func set(_ option: Int32, level: Int32 = SOL_SOCKET, to value: Int32) throws(SystemError) {
        var value = value
        try Self.check(
            unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size)), "setsockopt")
    }

    package borrowing func bind(to address: SocketAddress) throws(SystemError) {
        try Self.check(unsafe address.withSockaddr { unsafe Glibc.bind(number, $0, $1) }, "bind \(address)")
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
