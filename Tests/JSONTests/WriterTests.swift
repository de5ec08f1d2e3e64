import JSON
import Testing

struct WriterTests {
    @Test func `JSON strings are escaped only where RFC 8259 requires it`() {
        let text = "\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}é\u{2028}😀"
        let expected = #""\"\\/\b\f\n\r\t\u0001\u001f"# + "\u{7f}é\u{2028}😀\""
        #expect(RawJSON(quoting: text).bytes == bytes(expected))
    }

    @Test(arguments: [Int64.min, -10, -1, 0, 7, 10, 99, 100, .max])
    func `JSON integers are written as decimal digits, without an exponent`(value: Int64) {
        #expect(Codec<Int64>.int64.bytes(value) == bytes("\(value)"))
    }

    @Test func `a double is written with the fewest digits that parse to it, and NaN and infinity as null`() {
        let codec = Codec<Double>.double
        #expect(codec.bytes(0.1) == bytes("0.1"))
        #expect(codec.bytes(1e300) == bytes("1e+300"))
        #expect(codec.bytes(.infinity) == bytes("null"))
        #expect(codec.bytes(.nan) == bytes("null"))
    }

    @Test func `JSON is written with commas only between members and between elements`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("a")
        writer.array([1, 2]) { $0.write(Int64($1)) }
        writer.member("b") { _ in }
        writer.name("c")
        writer.writeNull()
        writer.name("d")
        writer.array([true, false]) { writer, value in
            writer.object {
                $0.name("x"); $0.write(value)
            }
        }
        writer.endObject()
        #expect(writer.bytes == bytes(#"{"a":[1,2],"b":{},"c":null,"d":[{"x":true},{"x":false}]}"#))
    }

    @Test func `a JSON value can be created, changed and compared in code`() throws {
        let value = JSONValue.object([("a", .integer(1)), ("b", .array([.null, .string("x")])), ("a", .bool(true))])
        #expect(value.bytes == bytes(#"{"b":[null,"x"],"a":true}"#))
        #expect(value == (try JSONValue(parsing: bytes(#"{"a":true,"b":[null,"x"]}"#))))
        #expect(value["b"]?[1]?.string == "x")
        #expect(value.renaming("a", to: "z").removing("b").bytes == bytes(#"{"z":true}"#))
        #expect(value.setting("b", to: .double(0.5)).bytes == bytes(#"{"b":0.5,"a":true}"#))
        #expect(try JSONValue(parsing: bytes("[1,1.0]")) == .array([.double(1), .integer(1)]))
        #expect(try JSONValue(parsing: bytes("[1]")) != .array([.integer(1), .integer(1)]))
    }

    @Test func `indented JSON parses as the same value`() throws {
        let value = try JSONValue(parsing: bytes(#"{"a":[1,{}],"b":{"c":"\n"},"d":[]}"#))
        let expected = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": \"\\n\"\n  },\n  \"d\": []\n}\n"
        #expect(value.indentedBytes == bytes(expected))
        #expect(try JSONValue(parsing: value.indentedBytes) == value)
    }
}
