/// Reads the header field `Content-Type`.
enum MediaType {
    /// Whether a media type is `application/json`, with no charset or with UTF-8 (RFC 9110 §8.3).
    static func isJSON(_ field: ArraySlice<UInt8>) -> Bool {
        let parts = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { trimmed($0) }
        guard let type = parts.first, equalIgnoringCase(type, "application/json") else { return false }
        return parts.dropFirst().allSatisfy { parameter in
            guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return parameter.isEmpty }
            guard equalIgnoringCase(parameter[..<equals], "charset") else { return true }
            var value = parameter[equals...].dropFirst()
            if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                value = value.dropFirst().dropLast()
            }
            return equalIgnoringCase(value, "utf-8")
        }
    }
}

/// The bytes of a header field's value without spaces and tabs at both ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
}

/// Whether bytes equal a text in ASCII, ignoring case.
///
/// - Parameter expected: the text in lower case.
func equalIgnoringCase(_ bytes: ArraySlice<UInt8>, _ expected: String) -> Bool {
    guard bytes.count == expected.utf8.count else { return false }
    var index = bytes.startIndex
    for wanted in expected.utf8 {
        let byte = bytes[index]
        guard (byte >= 65 && byte <= 90 ? byte | 0x20 : byte) == wanted else { return false }
        index += 1
    }
    return true
}
