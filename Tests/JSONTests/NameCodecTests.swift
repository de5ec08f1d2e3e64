import JSON
import Testing

@Suite struct NameCodecTests {
    private let codec = Codec<String>.name(max: 20)

    private func sent(_ name: String) -> String? {
        try? codec.decode(parsing: JSONWriter.string(name))
    }

    private func stored(_ name: String) -> String? {
        try? codec.decode(parsing: JSONWriter.string(name), unknownMembers: .ignored)
    }

    @Test func `a name with text direction overrides is refused in requests and accepted in stored documents`() {
        for scalar in ["\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2067}", "\u{2069}"] {
            let name = "Ana\(scalar)nhoJ"
            #expect(sent(name) == nil)
            #expect(stored(name) == name)
        }
    }

    @Test func `a text in a request may be blank, and a text with text direction overrides is refused`() throws {
        let codec = Codec<String>.string(max: 20).ofOneDirection
        #expect(try codec.decode(parsing: JSONWriter.string(" ")) == " ")
        #expect(throws: (any Error).self) { try codec.decode(parsing: JSONWriter.string("iPad\u{202e}daPi")) }
    }

    @Test func `a name without visible characters is refused in requests and accepted in stored documents`() {
        for name in ["\u{200b}", "\u{200d}\u{200c}", "\u{feff}", "\u{2060} \u{00ad}", "\u{3164}", "\u{2800}"] {
            #expect(sent(name) == nil)
            #expect(stored(name) != nil)
        }
    }

    @Test func `names of many scripts are accepted, with their combining marks`() {
        for name in ["Ana", "Ångström", "李 明", "محمد", "שרה\u{200e}", "क्\u{200d}ष", "👩‍⚕️", "O'Brien-Ngũgĩ"] {
            #expect(sent(name) == name)
        }
        #expect(sent("  Ana \u{3000}") == "Ana")
        #expect(sent("   ") == nil)
    }
}

extension JSONWriter {
    fileprivate static func string(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(text)
        return writer.bytes
    }
}
