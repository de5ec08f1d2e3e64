import EventLoop
import HTTPServer
import Testing

@Suite struct FloodGuardTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }

    @Test func `an HTTP 2 flood guard allows a burst of frames up to its limit, and refills over time`() {
        var limits = HTTP2Limits()
        limits.pings = .init(burst: 3, perSecond: 2)
        var guardian = FloodGuard(limits, at: at(0))
        let first = (1...4).map { _ in guardian.allows(.ping, at: at(0)) }
        #expect(first == [true, true, true, false])
        let other = guardian.allows(.settings, at: at(0))
        #expect(other)
        // The flood guard permits two more frames for each second. A refused frame is counted, too, so after one second
        // only one more frame is allowed.
        let later = (1...2).map { _ in guardian.allows(.ping, at: at(1_000)) }
        #expect(later == [true, false])
        let muchLater = (1...4).map { _ in guardian.allows(.ping, at: at(3_600_000_000)) }
        #expect(muchLater == [true, true, true, false])
    }

    @Test func `proper use of HTTP 2 refills a flood guard's allowance of frames, but never above the burst limit`() {
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
