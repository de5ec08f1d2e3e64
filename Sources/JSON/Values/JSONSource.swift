/// A parsed JSON text: its bytes, and the tape of tokens, one for each value and each member name.
public struct JSONSource: Sendable {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let tape: [UInt64]
    /// Decrypts the sealed values in the JSON text; `nil` if they must not be decrypted.
    var opener: (any ValueOpener)?

    /// Parses a JSON text.
    ///
    /// - Throws: `JSONSyntaxError`, which contains the offset of the error and not the text.
    public init(parsing bytes: [UInt8], limits: ParsingLimits = .request) throws(JSONSyntaxError) {
        tape = try JSONParser.parse(bytes, limits: limits)
        self.bytes = bytes
    }

    /// Makes a JSON source (a parsed text) whose only value is one string. `text` is the string's value itself:
    /// quotation marks and backslashes in it are ordinary characters.
    init(unquoted text: [UInt8]) {
        bytes = text
        tape = [Token.string(offset: 0, length: min(text.count, 1 << 27 - 1), escaped: false).word]
    }

    @inlinable @inline(__always)
    func token(_ node: Int) -> Token { Token(tape[node]) }

    func integer(_ node: Int) -> Int64 { Int64(bitPattern: tape[node + 1]) }
    func double(_ node: Int) -> Double { Double(bitPattern: tape[node + 1]) }

    /// The text of a string or member name, without its escapes.
    func string(_ token: Token) -> String {
        if token.isEscaped { return String(decoding: unescaped(token, bytes.span), as: UTF8.self) }
        return String(decoding: bytes[token.low..<(token.low + token.length)], as: UTF8.self)
    }

    /// The UTF-8 of a string's text: a slice of the source if the string has no escapes.
    @usableFromInline func utf8(_ token: Token) -> ArraySlice<UInt8> {
        if token.isEscaped { return unescaped(token, bytes.span)[...] }
        return bytes[token.low..<(token.low + token.length)]
    }

    /// Whether the text of a string or member name is `expected`.
    @inline(__always)
    func matches(_ token: Token, _ expected: [UInt8]) -> Bool {
        if token.isEscaped { return unescaped(token, bytes.span) == expected }
        guard token.length == expected.count else { return false }
        let offset = token.low
        for index in 0..<expected.count where bytes[offset + index] != expected[index] { return false }
        return true
    }

    /// The index of the token of the value of an object's member with the given name; `nil` if there is no such member.
    func member(_ name: [UInt8], of object: Int) -> Int? {
        var index = object + 2
        for _ in 0..<token(object).count {
            if matches(token(index), name) { return index + 1 }
            index = next(tape, index + 1)
        }
        return nil
    }

    /// The range of bytes of a string, array or object in the JSON text; empty for other values.
    func extent(_ node: Int) -> Range<Int> {
        let token = token(node)
        switch token.kind {
        case .array, .object:
            let extent = self.token(node + 1)
            return extent.high..<extent.low
        case .string: return (token.low - 1)..<(token.low + token.length + 1)
        case .null, .bool, .integer, .double: return 0..<0
        }
    }
}
