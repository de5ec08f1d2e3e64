import Identifiers
import Testing

struct UUIDBytesTests {
    @Test func `a UUID's text is parsed in upper or lower case and formatted in lower case`() throws {
        let id = try #require(UUIDBytes("0192F3A4-B5C6-7D8E-9FA0-B1C2D3E4F506"))
        #expect(id.text == "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506")
        #expect(UUIDBytes(id.text) == id)
        #expect(UUIDBytes(bytes: id.bytes) == id)
    }

    @Test(arguments: [
        "", "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f50", "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f5066",
        "0192f3a4b5c67d8e9fa0b1c2d3e4f506", "{0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506}",
        "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f50g", "0192f3a4-b5c67-d8e-9fa0-b1c2d3e4f506",
        "-192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506",
    ])
    func `a text with a wrong length, hyphen or digit is not accepted as a UUID`(text: String) {
        #expect(UUIDBytes(text) == nil)
    }

    @Test func `UUIDs sort by their bytes, and no UUID is made from three bytes`() throws {
        let small = UUIDBytes(high: 1, low: .max)
        let large = UUIDBytes(high: 1 << 63, low: 0)
        #expect(small < large)
        #expect(UUIDBytes(bytes: [1, 2, 3]) == nil)
    }
}
