/// The rate of the projection audit, and the number of events above which it folds a document from the whole feed.
public struct ProjectionAuditLimits: Sendable {
    /// The maximum number of documents audited per second, without the repeated checks of those that differed before; 0
    /// turns the audit off.
    public var documentsPerSecond = 1.0
    /// The number of events above which the audit folds a document by reading the clinic's whole feed, a page at a
    /// time.
    public var eventsPerDocument = 10_000
    public var eventsPerPage: Int64 = 1_000

    public init() {}
}
