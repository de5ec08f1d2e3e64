import SQL
import Testing

struct BinaryEncodingTests {
    func encoded(_ bind: Bind) -> [UInt8]? {
        var bytes: [UInt8] = []
        return bind.appendBinary(to: &bytes) ? bytes : nil
    }

    @Test func `integers and doubles are sent to PostgreSQL in network byte order`() {
        #expect(encoded(.int64(1)) == [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(encoded(.int32(-2)) == [255, 255, 255, 254])
        #expect(encoded(.int16(258)) == [1, 2])
        #expect(encoded(.bool(true)) == [1])
        #expect(encoded(.double(1)) == [0x3F, 0xF0, 0, 0, 0, 0, 0, 0])
        #expect(encoded(.text("é")) == [0xC3, 0xA9])
        #expect(encoded(.null(.text)) == nil)
    }

    @Test func `instants and dates are sent to PostgreSQL as microseconds and days since 2000`() {
        #expect(encoded(.date(daysSince1970: 10_957)) == [0, 0, 0, 0])
        #expect(encoded(.timestamp(microsecondsSince1970: 946_684_800_000_001)) == [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(Epoch.microsecondsSince1970(wire: .max) == .max)
        #expect(Epoch.wireMicroseconds(.min) == .min)
    }

    @Test func `an array is sent to PostgreSQL with dimension, NULL flag, element type and bounds`() {
        #expect(
            encoded(.array([Int32(7), nil])) == [
                0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 23, 0, 0, 0, 2, 0, 0, 0, 1,
                0, 0, 0, 4, 0, 0, 0, 7, 255, 255, 255, 255,
            ])
        #expect(encoded(.array([String]())) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25])
    }
}
