import JSON
import Testing

struct ParserTests {
    @Test(arguments: [
        "null", "true", " false\n", "0", "-0", "-1", "12.5e-3", "1E+2", "\"\"", #""a\"\\\/\b\f\n\r\tA\ud83d\ude00é€😀""#,
        "[]", "[ ]", "[1,[2,[]],{}]", "{}", "{ }", #"{"a":1,"b":{"a":2},"":3}"#, "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "1e308", "0.1", "\t[1 , 2 ]\r\n",
    ])
    func `JSON that RFC 8259 allows is parsed`(text: String) throws {
        _ = try JSONValue(parsing: bytes(text))
    }

    @Test(arguments: [
        ("", JSONSyntaxError.Reason.unexpectedEnd), (" ", .unexpectedEnd), ("nul", .unexpectedEnd),
        ("nulL", .unexpectedByte),
        ("truex", .trailingBytes), ("1 2", .trailingBytes), ("{}{}", .trailingBytes), ("\u{feff}{}", .unexpectedByte),
        ("[1,]", .unexpectedByte), ("[,1]", .unexpectedByte), ("[1 2]", .unexpectedByte), ("[1", .unexpectedEnd),
        ("{\"a\":1,}", .unexpectedByte), ("{a:1}", .unexpectedByte), ("{\"a\" 1}", .unexpectedByte),
        ("{\"a\":", .unexpectedEnd),
        ("{'a':1}", .unexpectedByte), ("// x\n1", .unexpectedByte), ("NaN", .unexpectedByte),
        ("Infinity", .unexpectedByte),
        ("+1", .unexpectedByte), (".5", .unexpectedByte), ("01", .invalidNumber), ("-", .unexpectedEnd),
        ("-a", .invalidNumber),
        ("-01", .invalidNumber), ("1.", .unexpectedEnd), ("1.e2", .invalidNumber), ("1e", .unexpectedEnd),
        ("1e+", .unexpectedEnd),
        ("0x1", .trailingBytes), ("1e999", .numberOutOfRange), ("\"a", .unexpectedEnd), ("\"\n\"", .unexpectedByte),
        ("\"\u{0}\"", .unexpectedByte), (#""\x""#, .invalidEscape), (#""\u12""#, .unexpectedEnd),
        (#""\u12"   "#, .invalidEscape),
        (#""\u12G4""#, .invalidEscape),
        (#""\ud800""#, .loneSurrogate), (#""\udc00""#, .loneSurrogate), (#""\ud800\n""#, .loneSurrogate),
        (#""\ud800\ud800""#, .loneSurrogate), (#""\"#, .unexpectedEnd), (#""\u"#, .unexpectedEnd),
        (#"{"a":1,"a":2}"#, .duplicateMember), (#"{"a":1,"b":0,"a":2}"#, .duplicateMember),
        (#"{"":1,"":2}"#, .duplicateMember),
        ("\u{c}1", .unexpectedByte), ("\u{a0}1", .unexpectedByte),
    ])
    func `JSON that RFC 8259 forbids is refused`(text: String, reason: JSONSyntaxError.Reason) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes(text)) }
        #expect(error?.reason == reason)
    }

    @Test(
        arguments: [
            [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82],
            [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xe2, 0x28, 0xa1],
        ] as [[UInt8]])
    func `JSON that is not UTF-8 is refused`(sequence: [UInt8]) {
        for tail: [UInt8] in [[0x22], [], [0x61, 0x61, 0x61, 0x22]] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22] + sequence + tail) }
            #expect(error?.reason == .invalidUTF8)
        }
    }

    @Test func `an escaped JSON member name equals the unescaped one`() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: bytes(#"{"a":1,"\u0061":2}"#))
        }
        #expect(error?.reason == .duplicateMember)
    }

    @Test func `a duplicate member name is found in a JSON object with many members`() throws {
        let names = (0..<5000).map { "\"name\($0)\":\($0)" }
        let parsed = try JSONValue(parsing: bytes("{\(names.joined(separator: ","))}"))
        #expect(parsed.members?.count == 5000)
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: bytes("{\(names.joined(separator: ",")),\"name17\":1}"))
        }
    }

    @Test func `escapes in JSON strings are decoded`() throws {
        let value = try JSONValue(parsing: bytes(#""a\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00é€😀""#))
        #expect(value.string == "a\"\\/\u{8}\u{c}\n\r\tAé😀é€😀")
    }

    @Test func `JSON integers are exact up to 64 bits, and larger ones become doubles`() throws {
        #expect(try JSONValue(parsing: bytes("9223372036854775807")).integer == .max)
        #expect(try JSONValue(parsing: bytes("-9223372036854775808")).integer == .min)
        #expect(try JSONValue(parsing: bytes("9223372036854775808")).double == 9_223_372_036_854_775_808)
        #expect(try JSONValue(parsing: bytes("1.0")).kind == .double)
        #expect(try JSONValue(parsing: bytes("0.1")).double == 0.1)
    }

    @Test func `the parser limits JSON in depth, size and number of values`() throws {
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(try JSONValue(parsing: bytes(deep)).kind == .array)
        let limits = ParsingLimits(bytes: 20, depth: 3, values: 4)
        let refused: [(String, JSONSyntaxError.Reason)] = [
            ("[[[[]]]]", .tooDeep), ("{\"aa\":{\"a\":{\"a\":{}}}}", .tooLarge), ("{\"\":{\"\":{\"\":{}}}}", .tooDeep),
            ("[1,2,3,4]", .tooManyValues), ("\"\(String(repeating: "a", count: 19))\"", .tooLarge),
        ]
        for (text, reason) in refused {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes(text), limits: limits) }
            #expect(error?.reason == reason, "\(text)")
        }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes("[\(deep)]")) }
    }
}
