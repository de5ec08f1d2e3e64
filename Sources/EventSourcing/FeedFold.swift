/// All documents of one projection, folded from a clinic's whole feed. The documents that events changed last are kept
/// in memory, and the others are spilled.
///
/// It consists of closures, because the compiler specializes them for each projection. Overridden methods of a generic
/// class are compiled only once and look up their type metadata at run time.
public final class FeedFold<Event: DomainEvent> {
    private let absorbing: (ArraySlice<Recorded<Event>>) -> Void
    private let rendering: (DocumentKey) -> DocumentRow?
    private let having: (DocumentKey) -> Bool
    private let counting: () -> Int
    private let all: () -> () -> DocumentRow?
    private let failing: () -> (any Error)?

    public init<P: Projection>(_ projection: P.Type, spillingTo spill: DocumentSpill) where P.Event == Event {
        let fold = SpillingFold<P>(spill)
        absorbing = { recorded in
            for index in recorded.indices {
                let keys = P.keys(of: recorded[index])
                if !keys.isEmpty { fold.absorb(recorded[index], into: keys) }
            }
        }
        rendering = { fold.row($0) }
        having = { fold.has($0) }
        counting = { fold.count }
        all = { fold.rows() }
        failing = { fold.failure }
    }

    /// Folds several events of the clinic's feed, oldest first, into the documents of one projection.
    public func absorb(_ recorded: ArraySlice<Recorded<Event>>) { absorbing(recorded) }
    /// The row of the document with the given key, as it is to be stored; `nil` if no such document exists after the
    /// folded events.
    public func row(_ key: DocumentKey) -> DocumentRow? { rendering(key) }
    public func has(_ key: DocumentKey) -> Bool { having(key) }
    /// The number of the projection's documents that exist after the folded events.
    public var count: Int { counting() }
    /// Begins to read the rows of all documents of a projection, in no particular order. Each call of the returned
    /// function reads the next row, or returns `nil` after the last one. No event may be folded before the last row was
    /// read.
    public func rows() -> () -> DocumentRow? { all() }
    /// Checks that all documents could be spilled and read back. After an error the fold's documents are incomplete.
    ///
    /// - Throws: the reason why a document could not be spilled or read back.
    public func check() throws { if let failure = failing() { throw failure } }
}
