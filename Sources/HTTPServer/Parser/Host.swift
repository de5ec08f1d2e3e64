/// Whether the bytes are a host and, after a colon, a port: `clinic.example`, `127.0.0.1:8080`, `[::1]:8080`.
///
/// This is intentionally stricter than the authority of RFC 3986. Userinfo, path, list, percent-encoding and an empty
/// port are refused, since a proxy in front of the server might understand them differently.
func isHost(_ value: Range<Int>, of bytes: RawSpan) -> Bool {
    guard !value.isEmpty else { return false }
    var index = value.lowerBound
    if bytes.byte(index) == UInt8(ascii: "[") {
        index += 1
        let start = index
        while index < value.upperBound, isIPv6(bytes.byte(index)) { index += 1 }
        guard index > start, index < value.upperBound, bytes.byte(index) == UInt8(ascii: "]") else { return false }
        index += 1
    } else {
        while index < value.upperBound, CharacterSet128.host.contains(bytes.byte(index)) { index += 1 }
        guard index > value.lowerBound else { return false }
    }
    return index == value.upperBound || isPort(index..<value.upperBound, of: bytes)
}

private func isIPv6(_ byte: UInt8) -> Bool {
    byte.hexDigitValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
}

/// Whether the bytes are a port: `:` and one to five digits, at most 65535.
private func isPort(_ range: Range<Int>, of bytes: RawSpan) -> Bool {
    guard bytes.byte(range.lowerBound) == UInt8(ascii: ":"), (2...6).contains(range.count) else { return false }
    var port = 0
    for index in range.dropFirst() {
        guard bytes.byte(index).isDigit else { return false }
        port = port * 10 + Int(bytes.byte(index) - UInt8(ascii: "0"))
    }
    return port <= 65_535
}
