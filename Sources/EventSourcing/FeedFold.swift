import JSON

/// All documents of one projection, folded from a clinic's whole feed. The documents that events changed last are kept
/// in memory, and the others are spilled.
///
/// It consists of closures, because the compiler specializes them for each projection. Overridden methods of a generic
/// class are compiled only once and look up their type metadata at run time.
public final class FeedFold<Event: DomainEvent> {
    private let absorbing: (ArraySlice<Recorded<Event>>) -> Void
    private let rendering: (DocumentKey) -> DocumentRow?
    private let having: (DocumentKey) -> Bool
    private let all: () -> [DocumentKey]
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
        all = { fold.allKeys }
        failing = { fold.failure }
    }

    /// Folds several events of the clinic's feed, oldest first, into the documents of one projection.
    public func absorb(_ recorded: ArraySlice<Recorded<Event>>) { absorbing(recorded) }
    /// The row of the document with this key, as it is to be stored; `nil` if no such document exists after the folded
    /// events.
    public func row(_ key: DocumentKey) -> DocumentRow? { rendering(key) }
    public func has(_ key: DocumentKey) -> Bool { having(key) }
    /// The keys of all documents, in no particular order.
    public var allKeys: [DocumentKey] { all() }
    /// The reason why a document could not be spilled or read back; `nil` if that has not happened. The fold must not
    /// be used after that.
    public var failure: (any Error)? { failing() }
}

/// The storage for the bytes of documents that are not kept in memory.
public struct DocumentSpill {
    /// The maximum number of documents of a projection that are kept in memory.
    public let documentsInMemory: Int
    public let put: ([UInt8]) throws -> SpillPlace
    public let get: (SpillPlace) throws -> [UInt8]

    public init(
        documentsInMemory: Int, put: @escaping ([UInt8]) throws -> SpillPlace,
        get: @escaping (SpillPlace) throws -> [UInt8]
    ) {
        self.documentsInMemory = documentsInMemory
        self.put = put
        self.get = get
    }
}

/// The place of a spilled document in the temporary storage: offset and length in bytes.
public struct SpillPlace: Sendable {
    public let offset: UInt64
    public let length: UInt32

    public init(offset: UInt64, length: UInt32) {
        self.offset = offset
        self.length = length
    }
}

/// Keeps two generations of documents. An event moves its document to the young generation. When the young generation
/// reaches half of the capacity, it becomes the old one, and the documents that are still in the previous old one are
/// spilled.
private final class SpillingFold<P: Projection> {
    /// The young generation of folded documents, by key; `nil` for a document that does not exist or was deleted.
    private var young: [DocumentKey: P.Document?] = [:]
    private var old: [DocumentKey: P.Document?] = [:]
    private var spilled: [DocumentKey: SpillPlace] = [:]
    private let spill: DocumentSpill
    private let mostYoung: Int
    private(set) var failure: (any Error)?

    init(_ spill: DocumentSpill) {
        self.spill = spill
        mostYoung = max(1, spill.documentsInMemory / 2)
    }

    func absorb(_ recorded: Recorded<P.Event>, into keys: [DocumentKey]) {
        for key in keys {
            if let index = young.index(forKey: key) {
                let before = young.values[index].take()
                young.values[index] = P.fold(before, recorded, key: key)
                continue
            }
            if young.count >= mostYoung { age() }
            young.updateValue(P.fold(takeBack(key), recorded, key: key), forKey: key)
        }
    }

    private func takeBack(_ key: DocumentKey) -> P.Document? {
        if let document = old.removeValue(forKey: key) { return document }
        return spilled.removeValue(forKey: key).flatMap(read)
    }

    private func age() {
        for case (let key, let document?) in old {
            do { spilled[key] = try spill.put(P.codec.bytes(document)) } catch { failure = failure ?? error }
        }
        old = young
        young = [:]
    }

    private func read(_ place: SpillPlace) -> P.Document? {
        do { return try P.codec.decode(parsing: spill.get(place), unknownMembers: .ignored) } catch {
            failure = failure ?? error
            return nil
        }
    }

    func row(_ key: DocumentKey) -> DocumentRow? {
        let known = young[key] ?? old[key]
        guard let document = known ?? spilled[key].flatMap(read) else { return nil }
        return P.row(document, key)
    }

    func has(_ key: DocumentKey) -> Bool {
        if let known = young[key] ?? old[key] { return known != nil }
        return spilled[key] != nil
    }

    var allKeys: [DocumentKey] {
        var keys = Array(spilled.keys)
        for case (let key, _?) in young { keys.append(key) }
        for case (let key, _?) in old { keys.append(key) }
        return keys
    }
}

extension Projection {
    /// The row in which a document is stored: key, JSON, the projection's columns, and the person whose personal values
    /// it holds.
    static func row(_ document: Document, _ key: DocumentKey) -> DocumentRow {
        var writer = JSONWriter()
        codec.encode(document, to: &writer)
        return DocumentRow(
            key: key, document: writer.bytes, columns: columns.map { $0.value(document) },
            person: writer.holdsSealable ? person(of: document) : nil)
    }
}
