extension HTTPHeaders.Field {
    /// Parses one header field line, which excludes its CRLF: token `:` OWS value OWS (RFC 9112 §5). Folding is
    /// refused.
    @inline(__always)
    init(_ line: Range<Int>, of bytes: RawSpan) throws(Refusal) {
        var nameEnd = line.lowerBound
        while nameEnd < line.upperBound, CharacterSet128.token.contains(bytes.byte(nameEnd)) { nameEnd += 1 }
        guard nameEnd > line.lowerBound, nameEnd < line.upperBound, bytes.byte(nameEnd) == UInt8(ascii: ":") else {
            throw HTTPHeaders.Field.nameFault(at: nameEnd, line, bytes)
        }
        let value = bytes.trimmed(nameEnd + 1..<line.upperBound)
        try HTTPHeaders.Field.check(value, bytes)
        self.nameStart = UInt16(line.lowerBound)
        self.nameEnd = UInt16(nameEnd)
        self.valueStart = UInt16(value.lowerBound)
        self.valueEnd = UInt16(value.upperBound)
    }

    private static func nameFault(at index: Int, _ line: Range<Int>, _ bytes: RawSpan) -> Refusal {
        guard index < line.upperBound else { return .fieldWithoutColon }
        switch bytes.byte(index) {
        case .carriageReturn: return .bareCarriageReturn
        case .space where index == line.lowerBound, .tab where index == line.lowerBound: return .foldedField
        case .space, .tab: return .spaceBeforeColon
        case _: return .malformedFieldName
        }
    }

    /// Checks the value of a header field: only tab, space, visible ASCII and bytes from 128 on are allowed (RFC 9110
    /// §5.5).
    @inline(__always)
    private static func check(_ value: Range<Int>, _ bytes: RawSpan) throws(Refusal) {
        var index = value.lowerBound
        while index + 8 <= value.upperBound {
            if bytes.word(index).hasControlByte { break }
            index += 8
        }
        while index < value.upperBound {
            let byte = bytes.byte(index)
            if byte < 32 && byte != .tab || byte == 127 {
                throw byte == .carriageReturn ? .bareCarriageReturn : .controlCharacterInValue
            }
            index += 1
        }
    }
}

extension UInt64 {
    /// Whether one of the eight bytes of a number is below 32 or is 127. The computation may also count a neighbour of
    /// such a byte as one, which does not change the result.
    @inline(__always)
    fileprivate var hasControlByte: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits: UInt64 = 0x8080_8080_8080_8080
        let below32 = (self &- ones &* 32) & ~self & highBits
        let deleted = self ^ (ones &* 127)
        return below32 | ((deleted &- ones) & ~deleted & highBits) != 0
    }
}
