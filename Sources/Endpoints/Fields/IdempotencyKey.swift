/// The key that a client gives to a request. Repeating the request with the same key has one effect and one answer.
public struct IdempotencyKey: Hashable, Sendable {
    public let text: String

    static let rule = "1 to 255 visible ASCII characters, in quotation marks or bare"

    /// Reads a key: a quoted string, as in the draft of the `Idempotency-Key` header field
    /// (draft-ietf-httpapi-idempotency-key-header), or the bare characters, as most clients send it.
    public init?(_ field: ArraySlice<UInt8>) {
        var rest = trimmed(field)
        var bytes: [UInt8] = []
        if rest.first == UInt8(ascii: "\"") {
            guard rest.count >= 2, rest.removeLast() == UInt8(ascii: "\"") else { return nil }
            rest.removeFirst()
            while var byte = rest.popFirst() {
                guard byte != UInt8(ascii: "\"") else { return nil }
                if byte == UInt8(ascii: "\\") {
                    guard let escaped = rest.popFirst(), escaped == byte || escaped == UInt8(ascii: "\"") else {
                        return nil
                    }
                    byte = escaped
                }
                bytes.append(byte)
            }
        } else {
            bytes = Array(rest)
        }
        guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }
}
