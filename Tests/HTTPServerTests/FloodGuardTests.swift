import EventLoop
import HTTPServer
import Testing

@Suite struct FloodGuardTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }

    @Test func `an HTTP 2 flood guard allows a burst of frames up to its size, and refills over time`() {
        var limits = HTTP2Limits()
        limits.pings = .init(burst: 3, perSecond: 2)
        var guardian = FloodGuard(limits, at: at(0))
        let first = (1...4).map { _ in guardian.allows(.ping, at: at(0)) }
        #expect(first == [true, true, true, false])
        let other = guardian.allows(.settings, at: at(0))
        #expect(other)
        // The refused frame was also counted, so after one second only one token is available.
        let later = (1...2).map { _ in guardian.allows(.ping, at: at(1_000)) }
        #expect(later == [true, false])
        let muchLater = (1...4).map { _ in guardian.allows(.ping, at: at(3_600_000_000)) }
        #expect(muchLater == [true, true, true, false])
    }

    @Test func `frames that proper use of HTTP 2 credits back never raise a flood guard's allowance above its size`() {
        var limits = HTTP2Limits()
        limits.windows = .init(burst: 2, perSecond: 0)
        var guardian = FloodGuard(limits, at: at(0))
        guardian.allow(100, more: .window)
        for _ in 1...50 {
            let isAllowed = guardian.allows(.window, at: at(0))
            #expect(isAllowed)
            guardian.allow(1, more: .window)
        }
        let rest = (1...3).map { _ in guardian.allows(.window, at: at(0)) }
        #expect(rest == [true, true, false])
    }
}
