import Identifiers
import JSON
import SQL

/// A projection at work on the documents of one clinic that are in memory, without its document type: what the runners hold.
///
/// Made of closures, which the compiler makes anew for each projection. Overridden methods of a generic class it makes once
/// for all, and these look up what they need to know of their types whenever they run.
public final class DocumentFold<Event: DomainEvent> {
    public let table: DocumentTable
    public let columns: [(name: StaticName, type: ColumnType)]

    private let keysOf: (Event) -> [DocumentKey]
    private let makesAnew: (Event) -> Bool
    private let tagsOf: (DocumentKey, Event?) -> [Tag]
    private let restoring: (DocumentKey, [UInt8]) throws(UndecodableDocument) -> Void
    private let absorbing: (Recorded<Event>) -> Void
    private let absorbingAll: (ArraySlice<Recorded<Event>>) -> Void
    private let absorbingInto: (Recorded<Event>, DocumentKey) -> Void
    private let rendering: (DocumentKey) -> DocumentRow?
    private let renderingForAnswer: (DocumentKey) -> DocumentRow?
    private let storing: (DocumentKey) -> Bool
    private let changed: () -> [DocumentKey]
    private let all: () -> [DocumentKey]

    public init<P: Projection>(_ projection: P.Type) where P.Event == Event {
        let fold = ProjectionFold<P>()
        table = P.table
        columns = P.columns.map { ($0.name, $0.type) }
        keysOf = { P.keys(of: $0) }
        makesAnew = { P.isMadeAnew(by: $0) }
        tagsOf = { key, event in event.map { P.tags(of: key, toldBy: $0) } ?? P.tags(of: key) }
        restoring = { (key, bytes) throws(UndecodableDocument) in try fold.restore(key, from: bytes) }
        absorbing = { fold.absorb($0, into: P.keys(of: $0.event)) }
        absorbingAll = { recorded in
            // By index, for most are none of a projection's and need not be copied.
            for index in recorded.indices {
                let keys = P.keys(of: recorded[index].event)
                if !keys.isEmpty { fold.absorb(recorded[index], into: keys) }
            }
        }
        absorbingInto = { recorded, key in fold.absorb(recorded, into: P.keys(of: recorded.event).filter { $0 == key })
        }
        rendering = { fold.row($0) }
        renderingForAnswer = { fold.rowForAnswer($0) }
        storing = { fold.isStored($0) }
        changed = { fold.changedKeys }
        all = { fold.allKeys }
    }

    /// The documents that an event changes.
    public func keys(of event: Event) -> [DocumentKey] { keysOf(event) }
    /// Whether an event's documents need not be restored before it.
    public func isMadeAnew(by event: Event) -> Bool { makesAnew(event) }
    /// Tags under which a document's events are found: by its key, or by an event of it.
    public func tags(of key: DocumentKey, toldBy event: Event?) -> [Tag] { tagsOf(key, event) }
    /// Takes a document as it is stored.
    public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {
        try restoring(key, bytes)
    }
    /// One event on.
    public func absorb(_ recorded: Recorded<Event>) { absorbing(recorded) }
    /// Some events on, oldest first.
    public func absorb(_ recorded: ArraySlice<Recorded<Event>>) { absorbingAll(recorded) }
    /// One event on, for one document alone.
    public func absorb(_ recorded: Recorded<Event>, into key: DocumentKey) { absorbingInto(recorded, key) }
    /// The row to store for a key, `nil` where there is no document (any more).
    public func row(_ key: DocumentKey) -> DocumentRow? { rendering(key) }
    /// The row, which will be asked for once more if no event changes it until then.
    public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? { renderingForAnswer(key) }
    /// Whether the document was restored.
    public func isStored(_ key: DocumentKey) -> Bool { storing(key) }
    /// The keys that events have touched here.
    public var changedKeys: [DocumentKey] { changed() }
    /// The keys that have a document here.
    public var allKeys: [DocumentKey] { all() }
}

/// A projection as a value in a list: how to begin its fold, and when it is written.
public struct AnyProjection<Event: DomainEvent>: Sendable {
    public let table: DocumentTable
    public let time: ProjectionTime
    /// See `Projection`.
    public let readsPersonal: Bool
    public let begin: @Sendable () -> DocumentFold<Event>

    public init<P: Projection>(_ projection: P.Type, _ time: ProjectionTime = .inline) where P.Event == Event {
        table = P.table
        self.time = time
        readsPersonal = P.readsPersonal
        begin = { DocumentFold(P.self) }
    }
}
