import EventLoop

/// Whether a client reads its answers fast enough, averaged over a time: otherwise a byte now and then would hold an
/// answer forever.
package struct TakingPace {
    private let since: MonotonicTime
    private let body: Int
    private let wire: Int

    /// Begins to measure how fast a client reads.
    ///
    /// - Parameters:
    ///   - body: all bytes that the client's windows have let through (HTTP/2).
    ///   - wire: all bytes that the kernel has taken.
    package init(body: Int = 0, wire: Int, at now: MonotonicTime) {
        since = now
        self.body = body
        self.wire = wire
    }

    /// The end of the period over which the client's reading is averaged.
    package func end(_ limits: HTTPLimits) -> MonotonicTime { since + limits.writeStallTimeout }

    /// Whether the client has read fast enough.
    ///
    /// - Parameter wire: all bytes that the kernel has taken; `nil` if the client's HTTP/2 windows held up the answers.
    package func isKept(body: Int = 0, wire: Int?, _ limits: HTTPLimits) -> Bool {
        let taken = body - self.body + (wire ?? self.wire) - self.wire
        let milliseconds = (end(limits) - since) / .milliseconds(1)
        return Double(taken) >= max(1, Double(limits.answerRate) * milliseconds / 1_000)
    }
}
