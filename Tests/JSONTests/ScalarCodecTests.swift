import Identifiers
import JSON
import Testing

struct ScalarCodecTests {
    private func code<Value>(_ codec: Codec<Value>, _ text: String) -> String? {
        do throws(DecodingProblem) {
            _ = try codec.decode(parsing: bytes(text))
            return nil
        } catch { return error.code }
    }

    @Test(arguments: [
        ("5", nil), ("1", nil), ("10", nil), ("5.0", nil), ("1e1", nil), ("0", "too_small"), ("11", "too_large"),
        ("5.5", "wrong_type"), ("1e300", "too_large"), ("-1e300", "too_small"), ("\"5\"", "wrong_type"),
        ("null", "wrong_type"), ("9223372036854775808", "too_large"), ("[]", "wrong_type"), ("true", "wrong_type"),
    ])
    func `an integer codec checks the range of an integer in every notation of a number`(
        text: String, expected: String?
    ) {
        #expect(code(.int(1...10), text) == expected)
        #expect(code(.int64(1...10), text) == expected)
    }

    @Test func `the smallest and largest 64-bit integers are decoded exactly`() throws {
        for value in [Int64.min, .max, 0, -1, 9_007_199_254_740_993] {
            #expect(try Codec<Int64>.int64.decode(parsing: Codec<Int64>.int64.bytes(value)) == value)
        }
    }

    @Test(arguments: [
        "0.1", "-2.5", "3", "1e-7", "123456789.123456789", "0.30000000000000004", "5e-324", "-0.0",
        "1.7976931348623157e308", "999999999999999.9",
    ])
    func `a JSON number is decoded as the nearest double`(text: String) throws {
        #expect(try Codec<Double>.double.decode(parsing: bytes(text)) == Double(text))
    }

    @Test(arguments: [
        ("\"ab\"", nil), ("\"\"", "too_short"), ("\"abcd\"", "too_long"), ("\"äöü\"", nil), ("\"😀😀😀\"", nil),
        ("\"😀😀😀😀\"", "too_long"), ("\"e\u{301}e\u{301}\"", "too_long"), (#""a\u0000""#, "control_character"),
        (#""a\n""#, "control_character"), ("\"a\u{7f}\"", "control_character"), ("\"a\u{85}\"", "control_character"),
        (#""\u00e4bc""#, nil), ("\"\u{a0}\"", nil), ("7", "wrong_type"),
    ])
    func `a string codec counts the length in Unicode scalars, and refuses control characters`(
        text: String, expected: String?
    ) {
        #expect(code(.string(1...3), text) == expected)
    }

    @Test(
        arguments: [
            ("1.25", 1250), ("-0.001", -1), ("2", 2000), ("0.30000000000000004", 300),
            ("20000000000.007", 20_000_000_000_007),
        ] as [(String, Int64)])
    func `a number with up to three decimals is decoded as thousandths, in spite of rounding errors`(
        text: String, thousandths: Int64
    ) throws {
        let codec = Codec<Int64>.thousandths(-1_000_000...(1 << 52))
        #expect(try codec.decode(parsing: bytes(text)) == thousandths)
    }

    @Test func `a number with four decimals is refused where three are allowed`() {
        #expect(code(.thousandths(0...1_000_000), "1.2501") == "too_precise")
    }

    @Test func `a text codec accepts tabs and line breaks, and no other control characters`() throws {
        #expect(try Codec<String>.text(max: 20).decode(parsing: bytes(#""a\tb\r\nc""#)) == "a\tb\r\nc")
        #expect(code(.text(max: 20), #""a\u000bb""#) == "control_character")
        #expect(code(.text(max: 20), "\"\u{9b}\"") == "control_character")
    }

    @Test func `the JSON codec of an enum uses the raw values`() throws {
        #expect(try Codec<Channel>.stringEnum.decode(parsing: bytes(#""we\u0062""#)) == .web)
        #expect(code(Codec<Channel>.stringEnum, "\"fax\"") == "not_allowed")
        #expect(code(Codec<Channel>.stringEnum.only(.web, .desk), "\"phone\"") == "not_allowed")
        #expect(code(Codec<Int>.int.constant(2), "3") == "not_allowed")
    }

    @Test func `codecs of arrays and dictionaries check the number of elements`() {
        #expect(code(.array(.int, 1...2), "[]") == "too_few")
        #expect(code(.array(.int, 1...2), "[1,2,3]") == "too_many")
        #expect(code(.array(.int, 1...2), "[1,2]") == nil)
        #expect(code(.dictionary(of: .int, maximum: 1), #"{"a":1,"b":2}"#) == "too_many")
        #expect(code(.dictionary(of: .int), #"{"a":"x"}"#) == "wrong_type")
        #expect(Codec.dictionary(of: .int).bytes(["b": 2, "a": 1]) == bytes(#"{"a":1,"b":2}"#))
    }

    @Test func `the codec for raw JSON reads and writes a value's bytes unchanged`() throws {
        let text = #"{ "b" : [1, 2.50], "a":"\u0041" }"#
        #expect(try Codec<RawJSON>.raw().decode(parsing: bytes(text)).bytes == bytes(text))
        #expect(try Codec<RawJSON>.raw().decode(parsing: bytes(" 12 ")).bytes == bytes("12"))
        #expect(Codec<[RawJSON]>.array(.raw()).bytes([RawJSON(bytes("{}")), RawJSON(bytes("1"))]) == bytes("[{},1]"))
    }

    @Test func `a codec can decode a URL parameter's text, which has no quotation marks`() throws {
        #expect(try Codec<String>.string(max: 9).decode(text: bytes(#"a\n"b"#)) == #"a\n"b"#)
        #expect(try Codec<Int>.int.decode(text: bytes("12")) == 12)
        #expect(try Codec<Bool>.bool.decode(text: bytes("true")))
        #expect(try Codec<Channel>.stringEnum.decode(text: bytes("desk")) == .desk)
        for text in ["", "x", "1 2", " ", "\"1\"", "[1]", "01"] {
            #expect(throws: DecodingProblem.self) { try Codec<Int>.int.decode(text: bytes(text)) }
        }
    }

    @Test func `a UUID codec decodes upper and lower case and encodes lower case`() throws {
        let codec = Codec<UUIDBytes>.uuid
        let id = try codec.decode(parsing: bytes("\"0192F3A4-B5C6-7D8E-9FA0-B1C2D3E4F506\""))
        #expect(codec.bytes(id) == bytes("\"0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506\""))
        #expect(code(codec, "\"0192f3a4\"") == "bad_format")
    }
}
