/// The fold of one clinic's documents in memory for one projection, without the projection's document type.
///
/// It consists of closures, because the compiler specializes them for each projection. Overridden methods of a generic
/// class are compiled only once and look up their type metadata at run time.
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
            // Iterating by index avoids copying each event. Most events do not change any document of the projection.
            for index in recorded.indices {
                let keys = P.keys(of: recorded[index])
                if !keys.isEmpty { fold.absorb(recorded[index], into: keys) }
            }
        }
        absorbingForOne = { recorded, key in
            if P.keys(of: recorded).contains(key) { fold.absorb(recorded, into: [key]) }
        }
        rendering = { fold.row($0) }
        renderingForAnswer = { fold.rowForAnswer($0) }
        storing = { fold.isStored($0) }
        changed = { fold.changedKeys }
    }

    /// Takes a stored document into the fold, so that further events change it.
    public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {
        try restoring(key, bytes)
    }
    /// Folds several events into the documents that they change, oldest first.
    public func absorb(_ recorded: ArraySlice<Recorded<Event>>) { absorbing(recorded) }
    /// Folds one event into the document with the given key, and into no other. An event that does not change this
    /// document is ignored.
    public func absorb(_ recorded: Recorded<Event>, into key: DocumentKey) { absorbingForOne(recorded, key) }
    /// The row of the document with the given key, as it is to be stored; `nil` if the document does not exist or was
    /// deleted.
    public func row(_ key: DocumentKey) -> DocumentRow? { rendering(key) }
    /// The row of the document with the given key. The row is kept until the document changes, because a command needs
    /// it twice: for the answer and for the table.
    public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? { renderingForAnswer(key) }
    /// Whether the document was restored from its stored row.
    public func isStored(_ key: DocumentKey) -> Bool { storing(key) }
    /// The keys of the documents that events have changed in this fold.
    public var changedKeys: [DocumentKey] { changed() }
}
