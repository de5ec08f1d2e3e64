extension JSONWriter {
    /// Writes the string in quotation marks, escaped only where RFC 8259 §7 requires it.
    mutating func appendQuoted(_ string: String) {
        append { bytes in
            bytes.append(UInt8(ascii: "\""))
            if needsNoEscapes(string) {
                bytes.append(contentsOf: string.utf8)
            } else {
                for byte in string.utf8 { appendEscaped(byte, to: &bytes) }
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    mutating func appendDecimal(_ value: Int64) {
        append { bytes in
            var digits = InlineArray<20, UInt8>(repeating: 0)
            var first = 20
            var magnitude = value.magnitude
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10)
                magnitude /= 10
            } while magnitude > 0
            if value < 0 { bytes.append(UInt8(ascii: "-")) }
            for index in first..<20 { bytes.append(digits[index]) }
        }
    }
}

private func needsNoEscapes(_ string: String) -> Bool {
    let utf8 = string.utf8
    let span = utf8.span
    for index in span.indices {
        let byte = span[index]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    }
    return true
}

private func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x08: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "b")])
    case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
    case 0x0a: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
    case 0x0c: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "f")])
    case 0x0d: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
    case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        let digits: StaticString = "0123456789abcdef"
        let hex = Array(digits.description.utf8)
        bytes.append(hex[Int(byte >> 4)])
        bytes.append(hex[Int(byte & 15)])
    default: bytes.append(byte)
    }
}
