/// The limits of one HTTP/2 connection, in addition to those in `HTTPLimits`.
public struct HTTP2Limits: Sendable {
    /// A limit on HTTP/2 frames of one kind: how many a client may send at once, and how many per second after that.
    public struct Rate: Sendable {
        public var burst: Int
        public var perSecond: Int

        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// The maximum number of requests in progress on one HTTP/2 connection.
    public var streams = 100
    /// The size in bytes of all incomplete request bodies on one connection above which the server lets only the oldest
    /// one continue.
    public var bodies = 4 * 1024 * 1024

    /// The highest allowed rate of requests that the client cancels (RST_STREAM), each of which may have cost a whole
    /// answer, and of requests that the server resets because too many handlers run.
    public var resets = Rate(burst: 100, perSecond: 20)
    public var pings = Rate(burst: 50, perSecond: 1)
    public var settings = Rate(burst: 20, perSecond: 1)
    /// The highest allowed rate of useless frames: empty DATA that does not end its stream, PRIORITY, CONTINUATION,
    /// unknown types.
    public var empty = Rate(burst: 100, perSecond: 10)
    /// The highest allowed rate of window updates that add fewer than 1,024 bytes. Each request allows two more of
    /// them.
    public var windows = Rate(burst: 200, perSecond: 20)
    /// The highest allowed rate of frames that are invalid in their stream's state, and of requests that the server
    /// resets because of an error.
    public var invalid = Rate(burst: 20, perSecond: 1)

    public init() {}
}
