/// The header fields of a response in rendered form, so that appending them to an answer is one copy.
///
/// Constant blocks are made once (`static let`) and shared by all answers. The server itself writes Date,
/// Content-Length, Transfer-Encoding and Connection, so these fields must not be added.
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The rendered header fields: `Name: value` lines, each with its CRLF.
    public private(set) var block: [UInt8]

    public init() {
        block = []
    }

    public init(dictionaryLiteral fields: (StaticString, String)...) {
        block = []
        for (name, value) in fields { append(name, value) }
    }

    /// Adds a header field. Control characters in the value become spaces (RFC 9110 §5.5), so a value can never start a
    /// new field.
    public mutating func append(_ name: StaticString, _ value: String) {
        append(name, bytes: value.utf8)
    }

    /// Adds a header field with the given bytes as its value. Control characters in the value become spaces.
    public mutating func append(_ name: StaticString, bytes value: some Collection<UInt8>) {
        precondition(!HTTPFields.isOurs(name), "the server writes this field itself")
        block.reserveCapacity(block.count + name.utf8CodeUnitCount + value.count + 4)
        block.append(name)
        block.append(UInt8(ascii: ":"))
        block.append(.space)
        for byte in value { block.append(byte < 32 && byte != .tab || byte == 127 ? .space : byte) }
        block.append(.carriageReturn)
        block.append(.lineFeed)
    }

    /// Whether any header line begins with the given text, such as `Vary: Accept-Encoding`.
    public func holds(_ prefix: StaticString) -> Bool { line(beginning: prefix) != nil }

    /// Inserts text into the value of a header field, before its last quotation mark.
    ///
    /// - Parameter prefix: the beginning of the field's line, such as `ETag: "`. If there is no such line, nothing is
    ///   changed.
    public mutating func insert(_ text: String, beforeQuoteOf prefix: StaticString) {
        guard let line = line(beginning: prefix), let quote = block[line].lastIndex(of: UInt8(ascii: "\"")) else {
            return
        }
        block.insert(contentsOf: text.utf8, at: quote)
    }

    /// The range of the first header line that begins with `prefix`, in `block`; `nil` if there is none.
    private func line(beginning prefix: StaticString) -> Range<Int>? {
        let length = prefix.utf8CodeUnitCount
        var start = 0
        while start < block.count {
            let end = block[start...].firstIndex(of: .lineFeed) ?? block.count
            if end - start >= length, (0..<length).allSatisfy({ unsafe block[start + $0] == prefix.utf8Start[$0] }) {
                return start..<end
            }
            start = end + 1
        }
        return nil
    }

    /// Appends all header fields of another list, in their rendered form.
    public mutating func append(_ other: HTTPFields) {
        block.append(contentsOf: other.block)
    }

    private static func isOurs(_ name: StaticString) -> Bool {
        switch name.utf8CodeUnitCount {
        case 4: spells(name, "date")
        case 10: spells(name, "connection")
        case 14: spells(name, "content-length")
        case 17: spells(name, "transfer-encoding")
        case _: false
        }
    }

    /// Whether the name of a header field equals a word, ignoring case.
    ///
    /// - Parameter word: the word in lower case, with the same length as the name.
    private static func spells(_ name: StaticString, _ word: StaticString) -> Bool {
        (0..<word.utf8CodeUnitCount).allSatisfy { unsafe name.utf8Start[$0].lowercased == word.utf8Start[$0] }
    }
}

extension [UInt8] {
    /// Appends a text from the source code to the bytes, as UTF-8.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number to the bytes, in decimal digits.
    mutating func append(decimal number: Int) {
        guard number >= 10 else { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude)) }
        append(decimal: number / 10)
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Appends a number to the bytes, in hexadecimal digits.
    mutating func append(hexadecimal number: Int) {
        if number >= 16 { append(hexadecimal: number / 16) }
        let digit = UInt8(truncatingIfNeeded: number % 16)
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
