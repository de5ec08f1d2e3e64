import Endpoints
import Testing

struct CursorTests {
    @Test(
        arguments: [[], [""], ["a"], ["ab", "Ärger", ""], [String(repeating: "x", count: 700), "1", "2"]] as [[String]])
    func `a cursor has the same values after encoding and decoding`(values: [String]) {
        #expect(Cursor(Cursor(values).text)?.values == values)
    }

    @Test func `a cursor's text has only ASCII letters, digits, hyphens and underscores`() {
        for length in 0...50 {
            let text = Cursor([String(repeating: "\u{10ffff}", count: length)]).text
            #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        }
    }

    @Test(arguments: ["", "A", "AA", "!!!!", "AQ==", "AQ", "AQA", "AQAFYQ", "AR", "ÄÄ", " AQAA", "AQAB_w"])
    func `a malformed cursor is refused`(text: String) {
        let cursor = Cursor(text)
        #expect(cursor == nil || cursor?.text == text)
        if text != "AQ" { #expect(cursor == nil) }
    }

    @Test
    func `an altered cursor is refused or decoded as the values of its new text, and a truncated cursor lacks values`()
        throws
    {
        let text = Array(Cursor(["2026-11-23T09:00:00Z", "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506"]).text.utf8)
        for index in text.indices {
            for byte in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "9"), UInt8(ascii: "=")] {
                var changed = text
                changed[index] = byte
                let read = Cursor(String(decoding: changed, as: UTF8.self))
                #expect(read == nil || changed == text || read?.text.utf8.elementsEqual(changed) == true)
            }
            #expect(Cursor(String(decoding: text[..<index], as: UTF8.self))?.values.count != 2)
        }
    }
}
