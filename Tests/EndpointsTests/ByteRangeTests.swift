import Endpoints
import Testing

@Suite struct ByteRangeTests {
    private func read(_ field: String?) -> ByteRange { ByteRange(field.map { Array($0.utf8)[...] }, of: 100) }

    @Test func `a byte range names its first and last byte, only its first byte, or the number of last bytes`() {
        #expect(read("bytes=0-9") == .part(0..<10))
        #expect(read("bytes=90-") == .part(90..<100))
        #expect(read("bytes=90-1000") == .part(90..<100))
        #expect(read("bytes=-10") == .part(90..<100))
        #expect(read("bytes=-1000") == .part(0..<100))
        #expect(read("Bytes=99-99") == .part(99..<100))
        #expect(read("bytes=0-99999999999999999999") == .part(0..<100))
    }

    @Test func `a byte range outside of the content is not satisfiable`() {
        #expect(read("bytes=100-") == .unsatisfiable)
        #expect(read("bytes=100-200") == .unsatisfiable)
        #expect(read("bytes=-0") == .unsatisfiable)
        #expect(read("bytes=99999999999999999999-") == .unsatisfiable)
    }

    @Test func `a request without a byte range, with several, or with a malformed one gets the whole content`() {
        for field in [nil, "bytes=", "bytes=-", "bytes=0-1,3-4", "bytes=9-0", "bytes=a-9", "items=0-9", "bytes 0-9"] {
            #expect(read(field) == .whole, "\(field ?? "none")")
        }
    }
}
