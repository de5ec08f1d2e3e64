/// The limits and intervals for updating asynchronous projections.
public struct AsyncProjectionLimits: Sendable {
    /// The number of slices into which a projection's clinics are divided, so that servers can share the work. All
    /// servers must use the same number.
    public var slices: Int32 = 16
    /// The time after which a server's lease on a slice (a group of clinics) expires unless it is renewed.
    public var term = Duration.seconds(6)
    /// The interval at which leases are renewed. With the default values, a lease survives one failed renewal, but not
    /// two in a row.
    public var renewsEvery = Duration.seconds(2)
    /// The interval at which asynchronous projections check the feeds of all clinics, in case a notification was lost.
    public var looksEvery = Duration.seconds(15)
    /// The time for which an asynchronous projection collects received events before it folds them, unless a reader
    /// waits for them.
    public var gathersFor = Duration.seconds(4)
    /// The interval at which asynchronous projections are tried again in clinics where they could not continue.
    public var retriesEvery = Duration.seconds(60)
    /// The maximum number of events of one clinic that an asynchronous projection folds in one transaction. After them,
    /// other clinics take their turn.
    public var eventsPerBatch: Int64 = 8_000
    /// The maximum number of received events, of all clinics together, that a server keeps in memory until they are
    /// folded. Further ones are read from the database.
    public var eventsKept = 32_000
    /// The maximum number of batches of asynchronous projections (`AsyncBatch`) that a server folds and writes at the
    /// same time.
    public var batchesAtOnce = 4

    public init() {}
}
