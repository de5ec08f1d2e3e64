extension RawSpan {
    /// Checks a chunk extension from its first semicolon on: `;name`, `;name=token` or `;name="text"`, any number of
    /// them, without white space (RFC 9112 §7.1.1, without the exceptions for old senders). Extensions are checked and
    /// ignored.
    func checkChunkExtension(_ range: Range<Int>) throws(Refusal) {
        var index = range.lowerBound
        while index < range.upperBound {
            guard byte(index) == UInt8(ascii: ";") else { throw fault(at: index) }
            let name = afterToken(index + 1, until: range.upperBound)
            guard name > index + 1 else { throw fault(at: name) }
            index = name
            guard index < range.upperBound, byte(index) == UInt8(ascii: "=") else { continue }
            index += 1
            if index < range.upperBound, byte(index) == UInt8(ascii: "\"") {
                index = try afterQuotedText(index + 1, until: range.upperBound)
            } else {
                let value = afterToken(index, until: range.upperBound)
                guard value > index else { throw fault(at: value) }
                index = value
            }
        }
    }

    private func afterToken(_ start: Int, until end: Int) -> Int {
        var index = start
        while index < end, CharacterSet128.token.contains(byte(index)) { index += 1 }
        return index
    }

    private func afterQuotedText(_ start: Int, until end: Int) throws(Refusal) -> Int {
        var index = start
        while index < end {
            switch byte(index) {
            case UInt8(ascii: "\""): return index + 1
            case UInt8(ascii: "\\"): index += 1
            case _: break
            }
            guard index < end, (32...126).contains(byte(index)) else { throw fault(at: index) }
            index += 1
        }
        throw .malformedChunkExtension
    }

    private func fault(at index: Int) -> Refusal {
        index < byteCount && byte(index) == .carriageReturn ? .bareCarriageReturn : .malformedChunkExtension
    }
}
