public import Endpoints
import Glibc

extension PeerAddress {
    /// The network for which attempts are counted: an IPv4 address, or an IPv6 network of 64 bits, since providers
    /// assign at least such a network to a customer.
    public var network: String {
        guard let text, text.contains(":") else { return text ?? "" }
        var bytes = [UInt8](repeating: 0, count: 16)
        let address = text.prefix { $0 != "%" }
        guard unsafe inet_pton(AF_INET6, String(address), &bytes) == 1 else { return text }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
        return bytes[isMapped ? 12..<16 : 0..<8].map { String($0) }.joined(separator: isMapped ? "." : ":")
    }
}
