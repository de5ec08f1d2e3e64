import JSON
import Testing

struct SchemaTests {
    private func text(_ schema: Schema, whole: Bool = false) -> String {
        var writer = JSONWriter()
        schema.write(to: &writer, whole: whole)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `an object's JSON schema lists its members and the required ones, and forbids other members`() {
        #expect(
            text(Span2.codec.schema) == """
                {"type":"object","properties":{\
                "start":{"type":"integer","format":"int64","minimum":0,"maximum":1440},\
                "end":{"type":"integer","format":"int64","minimum":0,"maximum":1440}},\
                "required":["start","end"],"additionalProperties":false}
                """)
    }

    @Test func `a named JSON schema is written as a reference`() throws {
        let named = Span2.codec.described("From, to").named("Span")
        let list = Codec<[Span2]>.array(named, 1...3)
        #expect(
            text(list.schema)
                == ##"{"type":"array","items":{"$ref":"#/components/schemas/Span"},"minItems":1,"maxItems":3}"##)
        var components: [String: Schema] = [:]
        #expect(list.schema.collectComponents(into: &components) == nil)
        #expect(components.keys.sorted() == ["Span"])
        #expect(text(try #require(components["Span"]), whole: true).contains(#""description":"From, to""#))
        #expect(Codec<Int>.int.named("Span").schema.collectComponents(into: &components) == "Span")
    }

    @Test func `the description of a member with a named JSON schema is written next to the reference`()
        throws
    {
        let named = Span2.codec.described("From, to").named("Span")
        let opening = named.described("The opening hours")
        #expect(
            text(opening.schema) == ##"{"$ref":"#/components/schemas/Span","description":"The opening hours"}"##)
        #expect(
            text(Codec<Span2?>.nullable(opening).schema) == ##"""
                {"description":"The opening hours","oneOf":[{"$ref":"#/components/schemas/Span"},{"type":"null"}]}
                """##)
        var components: [String: Schema] = [:]
        for schema in [opening.schema, named.schema, named.described("The break").schema] {
            #expect(schema.collectComponents(into: &components) == nil)
        }
        #expect(components["Span"] == named.schema)
    }

    @Test func `the JSON schema of a nullable value allows null`() {
        #expect(text(Codec<Bool?>.nullable(.bool).schema) == #"{"type":["boolean","null"]}"#)
        let channel = Codec<Channel?>.nullable(.stringEnum)
        #expect(text(channel.schema) == #"{"type":["string","null"],"enum":["phone","web","desk",null]}"#)
        let span = Codec<Span2?>.nullable(Span2.codec.named("Span"))
        #expect(text(span.schema) == ##"{"oneOf":[{"$ref":"#/components/schemas/Span"},{"type":"null"}]}"##)
    }

    @Test func `the JSON schema of a union distinguishes its kinds by a constant`() {
        #expect(text(Price.codec.schema).contains(#"{"type":{"type":"string","const":"fixed"},"amount":"#))
    }

    @Test func `the example in a JSON schema is encoded by the schema's codec`() {
        #expect(text(Codec<Channel>.stringEnum.example(.web).schema).hasSuffix(#""examples":["web"]}"#))
    }
}
