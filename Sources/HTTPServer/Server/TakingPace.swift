import EventLoop

/// Measures whether a client reads its answers fast enough, averaged over a period. Without a slowest permitted rate, a
/// client that reads one byte now and then would keep an answer in memory forever.
package struct TakingPace {
    private let since: MonotonicTime
    private let body: Int
    private let wire: Int

    /// Begins to measure how fast a client reads.
    ///
    /// - Parameters:
    ///   - body: the number of bytes that the client's HTTP/2 windows have admitted so far.
    ///   - wire: the number of bytes that the kernel has accepted so far.
    package init(body: Int = 0, wire: Int, at now: MonotonicTime) {
        since = now
        self.body = body
        self.wire = wire
    }

    /// The end of the period over which the rate at which a client reads is averaged.
    package func end(_ limits: HTTPLimits) -> MonotonicTime { since + limits.writeStallTimeout }

    /// Whether the client has read its answers fast enough, averaged over the whole period. Call this function at the
    /// end of the period.
    ///
    /// - Parameters:
    ///   - body: the number of bytes that the client's HTTP/2 windows have admitted so far.
    ///   - wire: the number of bytes that the kernel has accepted so far; `nil` if only the client's HTTP/2 windows
    ///     delay the answers.
    package func isKept(body: Int = 0, wire: Int?, _ limits: HTTPLimits) -> Bool {
        let taken = body - self.body + (wire ?? self.wire) - self.wire
        let milliseconds = (end(limits) - since) / .milliseconds(1)
        return Double(taken) >= max(1, Double(limits.answerRate) * milliseconds / 1_000)
    }
}
