/// Detects a member name that occurs twice in one JSON object.
///
/// Most names differ in length or in their first or last byte, which a set of 64 bits detects. The others are compared:
/// one by one in small objects, and sorted in large ones and in those with escaped names, so that no input costs more
/// than n log n.
struct MemberNames {
    private(set) var count = 0
    private var seen: UInt64 = 0
    private var needsSorting = false

    private static var fewEnough: Int { 32 }

    /// Adds the next member name of the object.
    ///
    /// - Parameters:
    ///   - name: the object's next name, which is not on the tape of tokens yet.
    ///   - first: the index of the object's first name on the tape of tokens.
    /// - Returns: `false` if the name occurred before; `true` if it did not, or if only `allDiffer` can find that out.
    mutating func admit(_ name: Token, tape: [UInt64], from first: Int, _ bytes: Span<UInt8>) -> Bool {
        count += 1
        if needsSorting { return true }
        if name.isEscaped || count > Self.fewEnough {
            needsSorting = true
            return true
        }
        let length = name.length
        var mark = length
        if length > 0 { mark += Int(bytes[name.low]) &* 7 &+ Int(bytes[name.low + length - 1]) &* 29 }
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: mark & 63)
        defer { seen |= bit }
        if seen & bit == 0 { return true }
        var index = first
        for _ in 1..<count {
            if equal(Token(tape[index]), name, bytes) { return false }
            index = next(tape, index + 1)
        }
        return true
    }

    /// Whether all member names of a complete JSON object differ. The function does the comparisons that `admit`
    /// postponed.
    func allDiffer(tape: [UInt64], from first: Int, _ bytes: Span<UInt8>) -> Bool {
        guard needsSorting else { return true }
        var names: [[UInt8]] = []
        names.reserveCapacity(count)
        var index = first
        for _ in 0..<count {
            names.append(unescaped(Token(tape[index]), bytes))
            index = next(tape, index + 1)
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        return zip(names, names.dropFirst()).allSatisfy { $0 != $1 }
    }

    private func equal(_ left: Token, _ right: Token, _ bytes: Span<UInt8>) -> Bool {
        guard left.length == right.length else { return false }
        for offset in 0..<left.length where bytes[left.low + offset] != bytes[right.low + offset] { return false }
        return true
    }
}

/// The index on the tape of tokens after all tokens of the value at `index`.
@inlinable @inline(__always)
func next(_ tape: [UInt64], _ index: Int) -> Int {
    let token = Token(tape[index])
    return switch token.kind {
    case .null, .bool, .string: index + 1
    case .integer, .double: index + 2
    case .array, .object: token.low
    }
}

/// The UTF-8 of a JSON string's text, with its escapes replaced by the characters that they stand for. The parser has
/// checked the string.
func unescaped(_ token: Token, _ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(token.length)
    var index = token.low
    let end = index + token.length
    while index < end {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "\\") else {
            result.append(byte)
            index += 1
            continue
        }
        let kind = bytes[index + 1]
        index += 2
        switch kind {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0c)
        case UInt8(ascii: "n"): result.append(0x0a)
        case UInt8(ascii: "r"): result.append(0x0d)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            var scalar = unit(bytes, index)
            index += 4
            if scalar & 0xf800 == 0xd800 {
                scalar = 0x10000 + ((scalar & 0x3ff) << 10) + (unit(bytes, index + 2) & 0x3ff)
                index += 6
            }
            result.append(
                contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter)
        default: result.append(kind)
        }
    }
    return result
}

private func unit(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 0..<4 { unit = unit << 4 | UInt32(hexDigit(bytes[index + offset]) ?? 0) }
    return unit
}
