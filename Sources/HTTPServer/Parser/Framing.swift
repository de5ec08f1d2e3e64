/// Collects the header fields of a request that determine how long its body is and whether the connection is used
/// again. `finish` checks them at the end of the head.
struct Framing {
    enum Body: Equatable {
        case none
        case length(Int)
        case chunked
    }

    private(set) var body = Body.none
    private(set) var host: Range<Int>?
    private(set) var expectsContinue = false
    private var contentLength: Int?
    private var isChunked = false
    private var isEncoded = false
    private var saysClose = false
    private var saysKeepAlive = false

    /// Whether the connection can carry another request after this one, according to version and Connection field.
    private(set) var keepsAlive = true

    /// Stores a header field if it concerns the body's length or the reuse of the connection. The length of the name
    /// excludes most other fields.
    @inline(__always)
    mutating func note(_ field: HTTPHeaders.Field, of bytes: RawSpan) throws(Refusal) {
        switch field.name.count {
        case 4, 6, 10, 14, 16, 17: try noteByName(field, of: bytes)
        case _: break
        }
    }

    private mutating func noteByName(_ field: HTTPHeaders.Field, of bytes: RawSpan) throws(Refusal) {
        let name = field.name
        switch name.count {
        case 4 where bytes.matches(name, "host"):
            guard host == nil else { throw .hostRepeated }
            guard isHost(field.value, of: bytes) else { throw .malformedHost }
            host = field.value
        case 6 where bytes.matches(name, "expect"):
            guard bytes.matches(field.value, "100-continue") else { throw .expectationUnknown }
            expectsContinue = true
        case 10 where bytes.matches(name, "connection"):
            noteConnection(field.value, of: bytes)
        case 14 where bytes.matches(name, "content-length"):
            guard contentLength == nil else { throw .contentLengthRepeated }
            contentLength = try Framing.decimal(field.value, of: bytes)
        case 16 where bytes.matches(name, "content-encoding"):
            isEncoded = isEncoded || !bytes.matches(field.value, "identity")
        case 17 where bytes.matches(name, "transfer-encoding"):
            guard !isChunked else { throw .transferEncodingRepeated }
            // Only `chunked` in lower case is accepted, since proxies and servers disagree about other spellings of a
            // transfer coding.
            guard bytes.isChunked(field.value), !bytes.hasTab(around: field.value) else {
                throw .transferEncodingUnknown
            }
            isChunked = true
        case _: break
        }
    }

    /// Checks the framing fields of a request's head against each other and against the HTTP version, when the head is
    /// complete.
    mutating func finish(
        _ line: RequestLine, of bytes: RawSpan, acceptsEncodedBodies: Bool
    ) throws(Refusal) {
        if isChunked {
            guard line.minorVersion >= 1 else { throw .transferEncodingInHTTP10 }
            guard contentLength == nil else { throw .contentLengthWithTransferEncoding }
            body = .chunked
        } else if let contentLength, contentLength > 0 {
            body = .length(contentLength)
        }
        if host == nil, line.minorVersion >= 1 { throw .hostMissing }
        if let authority = line.authority {
            guard let host, bytes.equal(authority.range, host) else { throw .targetDiffersFromHost }
        }
        if line.minorVersion == 0 {
            // An HTTP/1.0 client does not know interim answers (RFC 9110 §10.1.1), and its connection is kept only if
            // the client asks for that.
            expectsContinue = false
            keepsAlive = saysKeepAlive && !saysClose
        } else {
            keepsAlive = !saysClose
        }
        if body == .none {
            expectsContinue = false
        } else if isEncoded, !acceptsEncodedBodies {
            throw .contentCodingUnknown
        }
    }

    private mutating func noteConnection(_ value: Range<Int>, of bytes: RawSpan) {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, bytes.byte(end) != UInt8(ascii: ",") { end += 1 }
            let option = bytes.trimmed(start..<end)
            if bytes.matches(option, "close") { saysClose = true }
            // In a Connection field this parser reads a tab beside an option as white space, and other parsers
            // (SwiftNIO) as a part of the option. Closing the connection is safe with both, so `keep-alive` with a tab
            // is ignored.
            if bytes.matches(option, "keep-alive"), !bytes.hasTab(around: value), !bytes.hasTab(in: start..<end) {
                saysKeepAlive = true
            }
            start = end + 1
        }
    }

    /// Reads the number of a Content-Length field: only digits, no sign, list, space or hexadecimal, and no more than
    /// an `Int` holds. Spaces around the value are allowed; tabs are not, since some parsers refuse tabs in this field
    /// and in Transfer-Encoding (SwiftNIO's does).
    private static func decimal(_ value: Range<Int>, of bytes: RawSpan) throws(Refusal) -> Int {
        guard !value.isEmpty, !bytes.hasTab(around: value) else { throw .malformedContentLength }
        var number = 0
        for index in value {
            let byte = bytes.byte(index)
            guard byte.isDigit else { throw .malformedContentLength }
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            guard !overflow, !carry else { throw .malformedContentLength }
            number = sum
        }
        return number
    }
}

extension RawSpan {
    /// Whether two ranges of a request's head have the same text. Case is ignored.
    fileprivate func equal(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy { byte($0).lowercased == byte($1).lowercased }
    }

    fileprivate func hasTab(in range: Range<Int>) -> Bool {
        range.contains { byte($0) == .tab }
    }

    fileprivate func isChunked(_ value: Range<Int>) -> Bool {
        // The seven letters of `chunked` are compared as one number, with the first letter in the lowest bits. Reading
        // eight bytes is safe, since at least the line's CR follows.
        value.count == 7 && word(value.lowerBound) & 0x00FF_FFFF_FFFF_FFFF == 0x0064_656B_6E75_6863
    }

    /// Whether there is a tab in the white space before or after a header field's value.
    fileprivate func hasTab(around value: Range<Int>) -> Bool {
        var before = value.lowerBound - 1
        while byte(before) != UInt8(ascii: ":") {
            if byte(before) == .tab { return true }
            before -= 1
        }
        var after = value.upperBound
        while byte(after) != .carriageReturn {
            if byte(after) == .tab { return true }
            after += 1
        }
        return false
    }
}
