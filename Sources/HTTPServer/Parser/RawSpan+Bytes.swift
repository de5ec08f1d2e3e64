import Glibc

/// Safe access to a span of bytes. Each access is checked against the span's bounds; every bit pattern is a valid
/// `UInt8`.
extension RawSpan {
    @inline(__always)
    func byte(_ index: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }

    /// The eight bytes of a span from an index on, as one number with the first byte in the lowest bits.
    @inline(__always)
    func word(_ index: Int) -> UInt64 {
        unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The index of the first line feed at or after `start`; `nil` if there is none.
    @inline(__always)
    func lineFeed(from start: Int) -> Int? {
        guard start < byteCount else { return nil }
        return unsafe withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            guard let found = unsafe memchr(base + start, Int32(UInt8.lineFeed), bytes.count - start) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Copies the bytes in `range` into an array.
    @inline(__always)
    func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBytes { bytes in unsafe [UInt8](bytes) }
    }

    /// Whether the bytes in `range` equal `text`, ignoring the case of ASCII letters. `text` must be in lower case.
    @inline(__always)
    func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            .indices.allSatisfy { index in
                unsafe byte(range.lowerBound + index).lowercased == text.utf8Start[index]
            }
    }

    /// The range of bytes without the spaces and tabs at its ends (OWS, RFC 9110 §5.6.3).
    @inline(__always)
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, byte(start) == .space || byte(start) == .tab { start += 1 }
        while end > start, byte(end - 1) == .space || byte(end - 1) == .tab { end -= 1 }
        return start..<end
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append(_ span: RawSpan, _ range: Range<Int>) {
        unsafe span.extracting(range).withUnsafeBytes { bytes in unsafe append(contentsOf: bytes) }
    }
}
