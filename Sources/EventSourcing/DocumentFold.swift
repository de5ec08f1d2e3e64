/// A projection at work on the documents of one clinic that are in memory, without its document type: what the runners hold.
///
/// Made of closures, which the compiler makes anew for each projection. Overridden methods of a generic class it makes once
/// for all, and these look up what they need to know of their types whenever they run.
public final class DocumentFold<Event: DomainEvent> {
    private let restoring: (DocumentKey, [UInt8]) throws(UndecodableDocument) -> Void
    private let absorbing: (ArraySlice<Recorded<Event>>) -> Void
    private let absorbingForOne: (Recorded<Event>, DocumentKey) -> Void
    private let rendering: (DocumentKey) -> DocumentRow?
    private let renderingForAnswer: (DocumentKey) -> DocumentRow?
    private let storing: (DocumentKey) -> Bool
    private let changed: () -> [DocumentKey]

    public init<P: Projection>(_ projection: P.Type) where P.Event == Event {
        let fold = ProjectionFold<P>()
        restoring = { (key, bytes) throws(UndecodableDocument) in try fold.restore(key, from: bytes) }
        absorbing = { recorded in
            // By index, for most are none of a projection's and need not be copied.
            for index in recorded.indices {
                let keys = P.keys(of: recorded[index].event)
                if !keys.isEmpty { fold.absorb(recorded[index], into: keys) }
            }
        }
        absorbingForOne = { recorded, key in
            if P.keys(of: recorded.event).contains(key) { fold.absorb(recorded, into: [key]) }
        }
        rendering = { fold.row($0) }
        renderingForAnswer = { fold.rowForAnswer($0) }
        storing = { fold.isStored($0) }
        changed = { fold.changedKeys }
    }

    /// Takes a document as it is stored.
    public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {
        try restoring(key, bytes)
    }
    /// Some events on, oldest first.
    public func absorb(_ recorded: ArraySlice<Recorded<Event>>) { absorbing(recorded) }
    /// One event on, for one document alone.
    public func absorb(_ recorded: Recorded<Event>, into key: DocumentKey) { absorbingForOne(recorded, key) }
    /// The row to store for a key, `nil` where there is no document (any more).
    public func row(_ key: DocumentKey) -> DocumentRow? { rendering(key) }
    /// The row, which will be asked for once more if no event changes it until then.
    public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? { renderingForAnswer(key) }
    /// Whether the document was restored.
    public func isStored(_ key: DocumentKey) -> Bool { storing(key) }
    /// The keys that events have touched here.
    public var changedKeys: [DocumentKey] { changed() }
}
