import Identifiers
import Testing

struct IDTests {
    private enum Appointment {}

    private struct Fixed: RandomNumberGenerator {
        let value: UInt64
        func next() -> UInt64 { value }
    }

    @Test func `an id is parsed from a whole UUID in upper case, and formatted in lower case`() throws {
        let id = try #require(ID<Appointment>("0192F3A4-B5C6-7D8E-9FA0-B1C2D3E4F506"))
        #expect("\(id)" == "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506")
        #expect(ID<Appointment>("0192f3a4") == nil)
    }

    @Test func `a UUID of version 7 contains time, version and variant for any random bits`() throws {
        var ones = Fixed(value: .max)
        var zeros = Fixed(value: 0)
        let high = ID<Appointment>.version7(milliseconds: 0x0192_f3a4_b5c6, using: &ones)
        let low = ID<Appointment>.version7(milliseconds: 0x0192_f3a4_b5c6, using: &zeros)
        #expect(high.text == "0192f3a4-b5c6-7fff-bfff-ffffffffffff")
        #expect(low.text == "0192f3a4-b5c6-7000-8000-000000000000")
    }

    @Test func `ids that are generated in successive milliseconds sort in this order`() {
        var random = SystemRandomNumberGenerator()
        let ids = (0..<100).map { ID<Appointment>.version7(milliseconds: 1_790_000_000_000 + $0, using: &random) }
        #expect(ids.sorted() == ids)
    }
}
