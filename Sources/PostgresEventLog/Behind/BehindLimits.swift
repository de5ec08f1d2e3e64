/// How read models are kept up to date behind the appends.
public struct BehindLimits: Sendable {
    /// Into so many parts a read model's clinics are divided, for servers to share. The same on all servers.
    public var slices: Int32 = 16
    /// A lease lasts so long unless it is renewed.
    public var term = Duration.seconds(6)
    /// Two renewals may fail before a lease is lost.
    public var renewsEvery = Duration.seconds(2)
    /// All feeds are looked at so often, whatever was heard of them.
    public var looksEvery = Duration.seconds(15)
    /// What is heard of within so long is folded together, unless somebody waits for it.
    public var gathersFor = Duration.seconds(4)
    /// Clinics with something that could not be read are tried again so often.
    public var retriesEvery = Duration.seconds(60)
    /// Of one clinic, in one transaction: a long feed takes its turn with the others.
    public var eventsPerBatch: Int64 = 8_000
    /// What was heard of and is still to be folded is kept in memory, so many events; the rest is read.
    public var eventsKept = 32_000
    /// Batches that are under way together.
    public var batchesAtOnce = 4

    public init() {}
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
