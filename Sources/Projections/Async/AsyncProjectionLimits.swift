/// Limits and intervals of asynchronous projections.
public struct AsyncProjectionLimits: Sendable {
    /// The number of slices into which a projection's clinics are divided, for servers to share. The same on all
    /// servers.
    public var slices: Int32 = 16
    /// The time after which a lease expires unless it is renewed.
    public var term = Duration.seconds(6)
    /// Two renewals may fail before a lease is lost.
    public var renewsEvery = Duration.seconds(2)
    /// The interval at which all feeds are checked, in case a notification was lost.
    public var looksEvery = Duration.seconds(15)
    /// Events received within this time are folded together, unless a reader waits for them.
    public var gathersFor = Duration.seconds(4)
    /// The interval at which clinics with something unreadable are tried again.
    public var retriesEvery = Duration.seconds(60)
    /// Events of one clinic in one transaction: a long feed takes turns with the others.
    public var eventsPerBatch: Int64 = 8_000
    /// Received events kept in memory until they are folded; further ones are read from the database.
    public var eventsKept = 32_000
    /// Batches in flight at the same time.
    public var batchesAtOnce = 4

    public init() {}
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
