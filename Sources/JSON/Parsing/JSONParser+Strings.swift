extension JSONParser {
    /// Parses a JSON string with its quotation marks. The characters are checked and not copied.
    mutating func string(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> Token {
        let start = position + 1
        var index = start
        var escaped = false
        while index < bytes.count {
            let byte = bytes[index]
            // In a JSON string, a byte of plain ASCII is accepted with few comparisons, since most bytes are of this
            // kind.
            if byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                index &+= 1
                continue
            }
            if byte == UInt8(ascii: "\"") {
                position = index + 1
                return .string(offset: start, length: index - start, escaped: escaped)
            }
            if byte >= 0x80 {
                index = try scalarEnd(bytes, index)
            } else if byte == UInt8(ascii: "\\") {
                escaped = true
                index = try escapeEnd(bytes, index)
            } else {
                throw JSONSyntaxError(.unexpectedByte, at: index)
            }
        }
        throw JSONSyntaxError(.unexpectedEnd, at: bytes.count)
    }

    /// The index after a well-formed UTF-8 sequence of two to four bytes (Unicode 15, table 3-7).
    private func scalarEnd(_ bytes: Span<UInt8>, _ index: Int) throws(JSONSyntaxError) -> Int {
        let (length, second): (Int, ClosedRange<UInt8>)
        switch bytes[index] {
        case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xe1...0xec, 0xee, 0xef: (length, second) = (3, 0x80...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: throw JSONSyntaxError(.invalidUTF8, at: index)
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else {
            throw JSONSyntaxError(.invalidUTF8, at: index)
        }
        for later in (index + 2)..<max(index + length, index + 2) where bytes[later] & 0xc0 != 0x80 {
            throw JSONSyntaxError(.invalidUTF8, at: index)
        }
        return index + length
    }

    private func escapeEnd(_ bytes: Span<UInt8>, _ index: Int) throws(JSONSyntaxError) -> Int {
        guard index + 1 < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: bytes.count) }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return index + 2
        case UInt8(ascii: "u"):
            let unit = try hexUnit(bytes, index)
            guard unit & 0xf800 == 0xd800 else { return index + 6 }
            // The `\u` escape of the high half of a surrogate pair must be followed by the escape of the low half.
            guard unit < 0xdc00, index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
                bytes[index + 7] == UInt8(ascii: "u"), try hexUnit(bytes, index + 6) & 0xfc00 == 0xdc00
            else { throw JSONSyntaxError(.loneSurrogate, at: index) }
            return index + 12
        default:
            throw JSONSyntaxError(.invalidEscape, at: index)
        }
    }

    /// The UTF-16 unit that the escape `\uXXXX` at `index` stands for.
    private func hexUnit(_ bytes: Span<UInt8>, _ index: Int) throws(JSONSyntaxError) -> UInt16 {
        guard index + 6 <= bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: bytes.count) }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = hexDigit(bytes[index + offset]) else { throw JSONSyntaxError(.invalidEscape, at: index) }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

/// The value of a hexadecimal digit in either case.
func hexDigit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
}
