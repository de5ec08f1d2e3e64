import ClinicServer
import EventLoop
import Identifiers
import Testing

@Suite struct RateMeterTests {
    private let start = MonotonicTime(milliseconds: 1_000_000)

    private func asker(_ number: Int) -> UUIDBytes { UUIDBytes(high: 7, low: UInt64(bitPattern: Int64(number))) }

    @Test func `a rate limit allows a burst, then a steady rate, and tells a refused caller when to retry`() {
        let meter = RateMeter(RequestRate(perSecond: 2, burst: 4))
        for left in [3, 2, 1, 0] {
            #expect(meter.count(asker(1), at: start) == RateMeter.Reading(remaining: left, retryAfter: nil))
        }
        for _ in 0..<3 { #expect(meter.count(asker(1), at: start).retryAfter == 1) }
        #expect(meter.count(asker(2), at: start).retryAfter == nil)
        #expect(meter.count(asker(1), at: start + .milliseconds(499)).retryAfter == 1)
        #expect(meter.count(asker(1), at: start + .milliseconds(500)).retryAfter == nil)
        #expect(meter.count(asker(1), at: start + .milliseconds(500)).retryAfter == 1)
        #expect(meter.count(asker(1), at: start + .seconds(60)).remaining == 3)
    }

    @Test func `each of many callers has its own rate limit, and the memory for rate limits is bounded`() async {
        let meter = RateMeter(RequestRate(perSecond: 1, burst: 2), room: 64)
        for number in 0..<10_000 { #expect(meter.count(asker(number), at: start).retryAfter == nil) }
        #expect(meter.askers <= 64 + 16)
    }

    @Test func `the memory for rate limits forgets the caller with the fewest remaining requests last`() {
        let meter = RateMeter(RequestRate(perSecond: 1, burst: 1_000), room: 64)
        for _ in 0..<1_000 { _ = meter.count(asker(-1), at: start) }
        for number in 0..<10_000 { _ = meter.count(asker(number), at: start) }
        #expect(meter.count(asker(-1), at: start).retryAfter == 1)
    }

    @Test(arguments: [
        ("5", RequestRate(perSecond: 5, burst: 25)), ("5/7", RequestRate(perSecond: 5, burst: 7)), ("", nil),
        ("0", nil),
        ("5/", nil), ("5/0", nil), ("-5", nil), ("5/6/7", nil), ("99999999999999999999", nil), ("2000000", nil),
    ])
    func `a rate limit is parsed from its text`(_ text: String, _ rate: RequestRate?) {
        #expect(RequestRate(text) == rate)
    }
}
