/// Limits of the projection audit.
public struct ProjectionAuditLimits: Sendable {
    /// The number of documents audited per second, without the repeated checks of those that differed before; 0 turns
    /// the audit off.
    public var documentsPerSecond = 1.0
    /// A document with more events than this is folded by reading the clinic's whole feed, a page at a time.
    public var eventsPerDocument = 10_000
    public var eventsPerPage: Int64 = 1_000

    public init() {}
}
