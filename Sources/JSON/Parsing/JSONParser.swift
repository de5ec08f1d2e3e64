/// A strict RFC 8259 parser, which reads a text once and produces a tape of tokens.
///
/// It accepts nothing beyond the grammar. It also refuses texts that the grammar allows but parsers read differently:
/// bytes that are not UTF-8, halves of surrogate pairs, members that occur twice.
struct JSONParser {
    private(set) var tape: [UInt64] = []
    var position = 0
    private let maximumDepth: Int
    private var valuesLeft: Int

    static func parse(_ bytes: [UInt8], limits: ParsingLimits) throws(JSONSyntaxError) -> [UInt64] {
        // A JSON text of more than 2^27 bytes is refused, since a token has 27 bits for the length of a string.
        guard bytes.count <= min(limits.bytes, 1 << 27) else { throw JSONSyntaxError(.tooLarge, at: limits.bytes) }
        var parser = JSONParser(limits: limits, byteCount: bytes.count)
        let span = bytes.span
        parser.skipSpace(span)
        try parser.value(span, depth: 0)
        parser.skipSpace(span)
        guard parser.position == span.count else { throw JSONSyntaxError(.trailingBytes, at: parser.position) }
        return parser.tape
    }

    private init(limits: ParsingLimits, byteCount: Int) {
        maximumDepth = limits.depth
        valuesLeft = limits.values
        tape.reserveCapacity(min(byteCount / 6 + 8, 4096))
    }

    @inline(__always)
    mutating func append(_ token: Token) { tape.append(token.word) }

    private mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) {
        guard position < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
        guard valuesLeft > 0 else { throw JSONSyntaxError(.tooManyValues, at: position) }
        valuesLeft -= 1
        switch bytes[position] {
        case UInt8(ascii: "\""): append(try string(bytes))
        case UInt8(ascii: "{"): try self.object(bytes, depth: depth + 1)
        case UInt8(ascii: "["): try array(bytes, depth: depth + 1)
        case UInt8(ascii: "t"): try word(bytes, [0x74, 0x72, 0x75, 0x65], .bool(true))
        case UInt8(ascii: "f"): try word(bytes, [0x66, 0x61, 0x6c, 0x73, 0x65], .bool(false))
        case UInt8(ascii: "n"): try word(bytes, [0x6e, 0x75, 0x6c, 0x6c], .null())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(bytes)
        default: throw JSONSyntaxError(.unexpectedByte, at: position)
        }
    }

    /// Parses one of the JSON words `true`, `false` and `null`.
    ///
    /// - Parameter expected: the word in ASCII.
    @inline(__always)
    private mutating func word<let count: Int>(
        _ bytes: Span<UInt8>, _ expected: InlineArray<count, UInt8>, _ token: Token
    ) throws(JSONSyntaxError) {
        for index in expected.indices {
            guard position < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
            guard bytes[position] == expected[index] else { throw JSONSyntaxError(.unexpectedByte, at: position) }
            position += 1
        }
        append(token)
    }

    private mutating func array(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) {
        let begin = try open(depth: depth)
        let start = position
        position += 1
        skipSpace(bytes)
        var count = 0
        if !take(UInt8(ascii: "]"), bytes) {
            repeat {
                skipSpace(bytes)
                try value(bytes, depth: depth)
                count += 1
                skipSpace(bytes)
            } while take(UInt8(ascii: ","), bytes)
            try expect(UInt8(ascii: "]"), bytes)
        }
        close(.array, begin: begin, count: count, start: start)
    }

    private mutating func object(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) {
        let begin = try open(depth: depth)
        let start = position
        position += 1
        skipSpace(bytes)
        var names = MemberNames()
        if !take(UInt8(ascii: "}"), bytes) {
            repeat {
                skipSpace(bytes)
                guard position < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
                guard bytes[position] == UInt8(ascii: "\"") else {
                    throw JSONSyntaxError(.unexpectedByte, at: position)
                }
                let name = try string(bytes)
                guard names.admit(name, tape: tape, from: begin + 2, bytes) else {
                    throw JSONSyntaxError(.duplicateMember, at: name.low - 1)
                }
                append(name)
                skipSpace(bytes)
                try expect(UInt8(ascii: ":"), bytes)
                skipSpace(bytes)
                try value(bytes, depth: depth)
                skipSpace(bytes)
            } while take(UInt8(ascii: ","), bytes)
            try expect(UInt8(ascii: "}"), bytes)
        }
        close(.object, begin: begin, count: names.count, start: start)
        guard names.allDiffer(tape: tape, from: begin + 2, bytes) else {
            throw JSONSyntaxError(.duplicateMember, at: start)
        }
    }

    /// Appends two words to the tape of tokens for an array or object that begins at the parser's present position. The
    /// words get their contents when the array or object ends.
    private mutating func open(depth: Int) throws(JSONSyntaxError) -> Int {
        guard depth <= maximumDepth else { throw JSONSyntaxError(.tooDeep, at: position) }
        tape.append(0)
        tape.append(0)
        return tape.count - 2
    }

    private mutating func close(_ kind: Token.Kind, begin: Int, count: Int, start: Int) {
        tape[begin] = Token.container(kind, count: count, next: tape.count).word
        tape[begin + 1] = Token.extent(from: start, to: position).word
    }

    @inline(__always)
    mutating func skipSpace(_ bytes: Span<UInt8>) {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
            position += 1
        }
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(JSONSyntaxError) {
        guard take(byte, bytes) else {
            throw JSONSyntaxError(position < bytes.count ? .unexpectedByte : .unexpectedEnd, at: position)
        }
    }
}
