/// A projection without its document type, so that different projections can be kept in one list.
public struct AnyProjection<Event: DomainEvent>: Sendable {
    public let table: DocumentTable
    public let columns: [(name: StaticName, type: ColumnType)]
    public let time: ProjectionTime
    /// Whether the projection's fold reads personal values. If not, it needs no person keys.
    public let readsPersonal: Bool
    public let begin: @Sendable () -> DocumentFold<Event>
    /// Begins to fold a clinic's whole feed into the documents of this projection.
    public let beginFeed: @Sendable (DocumentSpill) -> FeedFold<Event>

    private let keysOf: @Sendable (Event) -> [DocumentKey]
    private let keysOfRecorded: @Sendable (Recorded<Event>) -> [DocumentKey]
    private let makesAnew: @Sendable (Event) -> Bool
    private let tagsOf: @Sendable (DocumentKey, Event?) -> [Tag]

    public init<P: Projection>(_ projection: P.Type, _ time: ProjectionTime = .inline) where P.Event == Event {
        table = P.table
        columns = P.columns.map { ($0.name, $0.type) }
        self.time = time
        readsPersonal = P.readsPersonal
        begin = { DocumentFold(P.self) }
        beginFeed = { FeedFold(P.self, spillingTo: $0) }
        keysOf = { P.keys(of: $0) }
        keysOfRecorded = { P.keys(of: $0) }
        makesAnew = { P.isMadeAnew(by: $0) }
        tagsOf = { key, event in event.map { P.tags(of: key, toldBy: $0) } ?? P.tags(of: key) }
    }

    /// The keys of the documents that an event changes.
    public func keys(of event: Event) -> [DocumentKey] { keysOf(event) }
    /// The keys of the documents that a recorded event changes.
    public func keys(of recorded: Recorded<Event>) -> [DocumentKey] { keysOfRecorded(recorded) }
    /// Whether an event creates all documents that it changes, so that these need not be read first.
    public func isMadeAnew(by event: Event) -> Bool { makesAnew(event) }
    /// The tags by which the events that change a document are found. They are computed from the document's key if
    /// `event` is `nil`, and otherwise from `event`, which changes the document.
    public func tags(of key: DocumentKey, toldBy event: Event?) -> [Tag] { tagsOf(key, event) }
}
