import EventSourcing
import Push
import Testing

/// Tests Retry-After and the shortening of texts, which all push channels use.
@Suite struct SendingTests {
    private static let now = Instant(secondsSince1970: 784_111_700)

    @Test func `a full list of recently used values drops the least recently used value to make room for a new value`()
    {
        var values = RecentlyUsed<String, Int>(limit: 2)
        #expect(values.value(of: "a") { 1 } == (1, nil))
        #expect(values.value(of: "b") { 2 } == (2, nil))
        #expect(values.value(of: "a") { 9 } == (1, nil))
        #expect(values.value(of: "c") { 3 } == (3, 2))
        #expect(values.value(of: "d") { 4 } == (4, 1))
        #expect(values.all.sorted() == [3, 4])
    }

    @Test(
        arguments: [
            ("0", 0), ("120", 120), ("99999999999999999999", 86_400), ("86401", 86_400),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 77), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
            ("Sun, 06 Nov 2094 08:49:37 GMT", 86_400), ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
        ] as [(String, Int?)])
    func `Retry-After is read as seconds or as a date, and a wait of more than a day counts as a day`(
        value: String, seconds: Int?
    ) {
        #expect(RetryAfter.seconds(value, at: Self.now) == seconds)
    }

    @Test func `an answer of a push service without Retry-After asks for no wait`() {
        #expect(RetryAfter.seconds(nil, at: Self.now) == nil)
    }

    @Test func `a push message's text that is too long is shortened by as few characters as possible`() throws {
        func encode(_ text: String) -> [UInt8] { Array("<\(text)>".utf8) }
        #expect(FittingText.encode("abcdef", limit: 8, encode) == Array("<abcdef>".utf8))
        #expect(FittingText.encode("abcdefg", limit: 8, encode) == Array("<abc…>".utf8))
        #expect(FittingText.encode("äöüß", limit: 9, encode) == Array("<äö…>".utf8))
        #expect(FittingText.encode("👩‍👩‍👧x", limit: 8, encode) == Array("<>".utf8))
        #expect(FittingText.encode("abc", limit: 2, encode) == Array("<>".utf8))
        #expect(FittingText.encode("abc", limit: 1, encode) == nil)
    }
}
