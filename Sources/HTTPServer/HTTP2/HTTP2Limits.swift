/// What one HTTP/2 client may cost, beyond what holds for every client.
public struct HTTP2Limits: Sendable {
    /// So many of something at once, and then so many a second.
    public struct Rate: Sendable {
        public var burst: Int
        public var perSecond: Int

        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// Requests of one connection that are under way at a time.
    public var streams = 100
    /// Bodies under way on one connection together, in bytes: above it only the oldest of them is let come.
    public var bodies = 4 * 1024 * 1024

    /// Requests that the client takes back (RST_STREAM), each of which may have cost us its whole work.
    public var resets = Rate(burst: 100, perSecond: 20)
    public var pings = Rate(burst: 50, perSecond: 1)
    public var settings = Rate(burst: 20, perSecond: 1)
    /// Frames that bring nothing: DATA without data or end, PRIORITY, CONTINUATION, types that we do not know.
    public var empty = Rate(burst: 100, perSecond: 10)
    /// Openings of a window by next to nothing, beyond two for each request.
    public var windows = Rate(burst: 200, perSecond: 20)
    /// Frames that are not allowed where they stand, and requests that we take back for it.
    public var invalid = Rate(burst: 20, perSecond: 1)

    public init() {}
}
