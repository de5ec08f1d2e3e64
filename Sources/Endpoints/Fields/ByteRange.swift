/// The part of a content that a request asks for by `Range` (RFC 9110 §14.2).
public enum ByteRange: Hashable, Sendable {
    /// The request asks for the whole content: it has no `Range`, or one that this server does not serve, such as
    /// several ranges.
    case whole
    /// The request asks for the bytes of the content in this range, which contains at least one byte.
    case part(Range<Int64>)
    /// The request asks for a range that lies outside of the content.
    case unsatisfiable

    /// Reads the value of the header field `Range`.
    ///
    /// - Parameters:
    ///   - field: the value of all lines of the field, joined with commas; `nil` if it is absent.
    ///   - size: the size of the content, which is not empty.
    public init(_ field: ArraySlice<UInt8>?, of size: Int64) {
        self = .whole
        guard let field, field.prefix(6).map({ $0 | 0x20 }) == Array("bytes=".utf8).map({ $0 | 0x20 }) else { return }
        let bounds = field.dropFirst(6).filter { $0 != UInt8(ascii: " ") }
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix == 0 ? .unsatisfiable : .part(max(0, size - suffix)..<size)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= size ? .unsatisfiable : .part(first..<min(last ?? .max, size - 1) + 1)
        }
    }

    /// The number that a text of digits stands for. The inner `nil` is for a text without digits, the outer one for a
    /// text with other characters. A number that is too large becomes the largest.
    private static func number(_ digits: some Collection<UInt8>) -> Int64?? {
        guard !digits.isEmpty else { return .some(nil) }
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return digits.count > 18 ? .max : Int64(String(decoding: digits, as: UTF8.self))
    }
}
