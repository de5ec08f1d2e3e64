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

    @Test func `ids that are made within one millisecond sort in the order in which they are made`() {
        var random = SystemRandomNumberGenerator()
        let ids = (0..<1000).map { step in
            UUIDBytes.version7(second: 1_790_000_000, clock: 1_790_000_000_000_000_000 + step * 250, using: &random)
        }
        #expect(ids.sorted() == ids)
    }

    @Test func `an id sorts after earlier ids, even if a new second of the clock has begun since its request began`() {
        var random = SystemRandomNumberGenerator()
        let before = UUIDBytes.version7(
            second: 1_790_000_000, clock: 1_790_000_000_999_000_000, using: &random)
        let after = UUIDBytes.version7(
            second: 1_790_000_000, clock: 1_790_000_001_001_000_000, using: &random)
        #expect(before < after)
    }

    @Test func `an id that is made for an earlier second contains that second and the clock's fraction of a second`() {
        var zeros = Fixed(value: 0)
        let id = UUIDBytes.version7(second: 1_000, clock: 1_790_000_000_123_500_000, using: &zeros)
        #expect(id == .version7(milliseconds: 1_000_123, random: (2048, 0)))
        let first = UUIDBytes.version7(second: .min, clock: 0, using: &zeros)
        #expect(first == .version7(milliseconds: Int64.min &* 1000, random: (0, 0)))
    }
}
