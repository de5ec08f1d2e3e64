import EventLoop

/// Whether a client takes its answers as fast as it must, over a while: a byte now and then would hold up an answer for ever.
package struct TakingPace {
    private let since: MonotonicTime
    private let body: Int
    private let wire: Int

    /// - Parameters:
    ///   - body: bytes that the client has ever let go into its windows (HTTP/2).
    ///   - wire: bytes that the kernel has ever taken.
    package init(body: Int = 0, wire: Int, at now: MonotonicTime) {
        since = now
        self.body = body
        self.wire = wire
    }

    /// When it can be told.
    package func end(_ limits: HTTPLimits) -> MonotonicTime { since + limits.writeStallTimeout }

    /// - Parameter wire: `nil` where what the kernel took is not what held the client up.
    package func isKept(body: Int = 0, wire: Int?, _ limits: HTTPLimits) -> Bool {
        let taken = body - self.body + (wire ?? self.wire) - self.wire
        let milliseconds = (end(limits) - since) / .milliseconds(1)
        return Double(taken) >= max(1, Double(limits.answerRate) * milliseconds / 1_000)
    }
}
