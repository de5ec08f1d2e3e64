import CLibUV
import Glibc

/// Sends one message to a Unix datagram socket without blocking. If the receiver has no room for the message, the
/// message is lost.
///
/// - Parameter path: the path of the socket's file, or an abstract name if it begins with a zero byte.
/// - Throws: the system's error, also if the message is lost.
public func sendDatagram(_ text: String, toUnix path: String) throws(SystemError) {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(AF_UNIX, type, 0)
    guard number >= 0 else { throw SystemError(errno: errno, operation: "socket") }
    let socket = Descriptor(taking: number)
    guard let address = UnixAddress(path) else { throw SystemError(errno: ENAMETOOLONG, operation: "send to \(path)") }
    let bytes = Array(text.utf8)
    let sent = unsafe address.withSockaddr { address, length in
        unsafe bytes.withUnsafeBytes {
            unsafe sendto(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, length)
        }
    }
    guard sent == bytes.count else { throw SystemError(errno: errno, operation: "send to \(path)") }
}
