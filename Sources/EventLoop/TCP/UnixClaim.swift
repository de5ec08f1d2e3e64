import Glibc

/// The exclusive right to listen on a Unix socket. The socket's file is removed when the claim is released.
public final class UnixClaim: Sendable {
    public let path: String
    /// A socket bound to an abstract name, which only one process of the network namespace can hold. The socket's file
    /// alone does not show whether the process that made it is alive.
    private let name: Int32

    /// Claims the right to listen at a path, and removes the socket's file if it is left from a process that has ended.
    ///
    /// - Parameter path: at most 96 bytes.
    /// - Throws: a `SystemError` with `isAddressInUse` if a socket listens there, or if the file is no socket.
    public static func take(_ path: String) throws(SystemError) -> UnixClaim {
        let name = try Descriptor.unixSocket()
        try name.bind(toUnix: "\0chairside \(path)")
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            let isSocket = status.st_mode & S_IFMT == S_IFSOCK
            guard isSocket, try isAbandoned(path), unsafe unlink(path) == 0 else {
                throw SystemError(errno: EADDRINUSE, operation: "listen on \(path)")
            }
        }
        return UnixClaim(path: path, name: name.release())
    }

    private static func isAbandoned(_ path: String) throws(SystemError) -> Bool {
        let probe = try Descriptor.unixSocket()
        do throws(SystemError) {
            try probe.connect(toUnix: path)
            return false
        } catch { return error.isConnectionRefused }
    }

    private init(path: String, name: Int32) {
        self.path = path
        self.name = name
    }

    deinit {
        unsafe unlink(path)
        Glibc.close(name)
    }
}
