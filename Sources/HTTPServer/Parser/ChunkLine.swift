extension RawSpan {
    /// Reads the size in a chunk's line: hexadecimal digits and, after a semicolon, an extension (RFC 9112 §7.1).
    func chunkSize(digits most: Int, extension mostExtension: Int) throws(Refusal) -> UInt64 {
        var size: UInt64 = 0
        var index = 0
        while index < byteCount, let digit = byte(index).hexDigitValue {
            guard index < most else { throw .chunkSizeTooLong }
            size = size << 4 | UInt64(digit)
            index += 1
        }
        guard index > 0 else {
            throw index < byteCount && byte(0) == .carriageReturn ? .bareCarriageReturn : .malformedChunkSize
        }
        guard index < byteCount else { return size }
        guard byte(index) == UInt8(ascii: ";") else {
            throw byte(index) == .carriageReturn ? .bareCarriageReturn : .malformedChunkSize
        }
        guard byteCount - index <= mostExtension else { throw .chunkExtensionTooLong }
        try checkChunkExtension(index..<byteCount)
        return size
    }

    /// Whether a field with the given name is forbidden in the trailer section, because it concerns framing, routing,
    /// authentication, conditions, controls or the description of the content (RFC 9110 §6.5.1). All trailers are
    /// dropped, but a client that sends a forbidden one may be an attacker.
    func isForbiddenTrailer(_ name: Range<Int>) -> Bool {
        let forbidden: [StaticString] = [
            "host", "connection", "keep-alive", "trailer", "te", "upgrade", "expect", "transfer-encoding",
            "max-forwards",
            "authorization", "cookie", "set-cookie", "www-authenticate", "cache-control", "pragma", "range", "if-match",
            "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "date", "age", "expires",
            "location",
            "retry-after", "vary", "warning", "idempotency-key", "prefer", "x-forwarded-for", "forwarded",
        ]
        let prefixes: [StaticString] = ["content-", "proxy-", "x-forwarded-"]
        return forbidden.contains { matches(name, $0) }
            || prefixes.contains { prefix in
                name.count >= prefix.utf8CodeUnitCount
                    && matches(name.lowerBound..<name.lowerBound + prefix.utf8CodeUnitCount, prefix)
            }
    }
}
