import Glibc

/// The address of a socket in the Unix domain: the path of a file, or a name in the abstract namespace, which begins
/// with a zero byte (unix(7)).
package struct UnixAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// Makes the address of a Unix socket; `nil` if the path is empty, longer than the system allows (107 bytes), or is
    /// no abstract name and has a zero byte.
    package init?(_ path: String) {
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        // In the structure `sockaddr_un` a file's path is followed by a zero byte, and an abstract name is not.
        let isAbstract = bytes.first == 0
        guard !bytes.isEmpty, bytes.count < room, isAbstract || !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    }

    /// Calls `body` with the Unix address in the structure that system calls expect.
    package func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}
