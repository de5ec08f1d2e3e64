/// The limits of one HTTP/2 client, beyond those of every client.
public struct HTTP2Limits: Sendable {
    /// A rate of frames: a number at once, and then a number per second.
    public struct Rate: Sendable {
        public var burst: Int
        public var perSecond: Int

        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// The number of requests in progress on one connection.
    public var streams = 100
    /// The bytes of all incomplete bodies on one connection: above it only the oldest continues.
    public var bodies = 4 * 1024 * 1024

    /// The rate of requests that the client cancels (RST_STREAM), each of which may have cost a whole answer.
    public var resets = Rate(burst: 100, perSecond: 20)
    public var pings = Rate(burst: 50, perSecond: 1)
    public var settings = Rate(burst: 20, perSecond: 1)
    /// The rate of useless frames: DATA without data or end, PRIORITY, CONTINUATION, unknown types.
    public var empty = Rate(burst: 100, perSecond: 10)
    /// The rate of window updates of very few bytes, beyond two for each request.
    public var windows = Rate(burst: 200, perSecond: 20)
    /// The rate of frames that are invalid in their state, and of requests that the server resets for it.
    public var invalid = Rate(burst: 20, perSecond: 1)

    public init() {}
}
