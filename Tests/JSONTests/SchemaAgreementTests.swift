import JSON
import Testing

/// Tests that a codec and its schema, which come from one declaration, accept the same values.
struct SchemaAgreementTests {
    private static let samples = [
        "null", "true", "false", "0", "1", "5", "10", "11", "-1", "5.0", "5.5", "1e300", "\"\"", "\"a\"", "\"abc\"",
        "\"abcd\"",
        "\"äöü\"", "\"😀😀😀\"", "\"phone\"", "\"web\"", "\"fax\"", #""a\u0000""#, #""a\nb""#, #""\u007f""#, #""\u0085""#,
        "[]", "[1]", "[1,2]", "[1,2,3]", "[\"a\"]", "{}", #"{"start":1,"end":2}"#, #"{"start":1}"#,
        #"{"start":1,"end":"2"}"#,
        #"{"start":1,"end":2,"x":3}"#, #"{"type":"free"}"#, #"{"type":"free","amount":1}"#,
        #"{"type":"fixed","amount":1}"#,
        #"{"type":"fixed"}"#, #"{"type":"range","start":1,"end":2}"#, #"{"type":"odd"}"#, #"{"a":1}"#,
        #"{"a":1,"b":2}"#,
        #"{"a":true}"#,
    ]

    private func agree<Value>(_ codec: Codec<Value>) throws {
        var writer = JSONWriter()
        codec.schema.write(to: &writer, whole: true)
        let schema = try JSONValue(parsing: writer.bytes)
        for sample in Self.samples {
            let value = try JSONValue(parsing: bytes(sample))
            let decodes = (try? codec.decode(value)) != nil
            #expect(try accepts(schema, value) == decodes, "\(sample) against \(schema)")
        }
    }

    @Test func `JSON schemas of numbers accept the same values as their codecs`() throws {
        try agree(.int(1...10))
        try agree(.int64)
        try agree(Codec<Int>.int(0...20).only(5, 10))
        try agree(Codec<Int>.int.constant(5))
    }

    @Test func `JSON schemas of strings accept the same values as their codecs`() throws {
        try agree(.string(1...3))
        try agree(.string(max: 3))
        try agree(.text(max: 4))
        try agree(Codec<Channel>.stringEnum)
        try agree(Codec<Channel?>.nullable(.stringEnum))
        try agree(Codec<Channel>.stringEnum.only(.phone))
    }

    @Test func `JSON schemas of arrays, objects and unions accept the same values as their codecs`() throws {
        try agree(Span2.codec)
        try agree(Price.codec)
        try agree(.array(.int, 1...2))
        try agree(Codec<[Int]?>.nullable(.array(.int, 0...2)))
        try agree(.dictionary(of: .int, maximum: 1))
        try agree(Codec<Price?>.nullable(Price.codec))
        try agree(Codec<Bool>.bool)
        try agree(Codec<JSONValue>.any)
    }
}
