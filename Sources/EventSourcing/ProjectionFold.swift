public import Identifiers
import JSON
public import SQL

/// A projection at work on the documents of one clinic that are in memory.
public final class ProjectionFold<P: Projection>: DocumentFold<P.Event> {
    private struct Entry {
        var document: P.Document?
        var isStored = false
        var isChanged = false
        /// A row that is asked for once more.
        var rendered: DocumentRow?
    }

    private var entries: [DocumentKey: Entry] = [:]

    public init() { super.init(table: P.table, columns: P.columns.map { ($0.name, $0.type) }) }

    override public func keys(of event: P.Event) -> [DocumentKey] { P.keys(of: event) }

    override public func isMadeAnew(by event: P.Event) -> Bool { P.isMadeAnew(by: event) }

    override public func tags(of key: DocumentKey, toldBy event: P.Event?) -> [Tag] {
        event.map { P.tags(of: key, toldBy: $0) } ?? P.tags(of: key)
    }

    override public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {
        do {
            let document = try P.codec.decode(parsing: bytes, unknownMembers: .ignored)
            entries[key, default: Entry()].document = document
        } catch {
            throw UndecodableDocument(table: P.table.name, reason: "\(error.pointer): \(error.code)")
        }
        entries[key]?.isStored = true
    }

    override public func absorb(_ recorded: Recorded<P.Event>) {
        let keys = P.keys(of: recorded.event)
        // Most events are none of a projection's, and what a class needs to know of its generic type is looked up when it runs.
        if !keys.isEmpty { absorb(recorded, into: keys) }
    }

    override public func absorb(_ recorded: Recorded<P.Event>, into key: DocumentKey) {
        absorb(recorded, into: P.keys(of: recorded.event).filter { $0 == key })
    }

    @inline(never)
    private func absorb(_ recorded: Recorded<P.Event>, into keys: [DocumentKey]) {
        for key in keys { Self.absorb(recorded, key, into: &entries[key, default: Entry()]) }
    }

    private static func absorb(_ recorded: Recorded<P.Event>, _ key: DocumentKey, into entry: inout Entry) {
        entry.document = P.fold(entry.document.take(), recorded, key: key)
        entry.isChanged = true
        entry.rendered = nil
    }

    override public func row(_ key: DocumentKey) -> DocumentRow? {
        guard let entry = entries[key] else { return nil }
        if let row = entry.rendered { return row }
        guard let document = entry.document else { return nil }
        var writer = JSONWriter()
        P.codec.encode(document, to: &writer)
        return DocumentRow(
            key: key, document: writer.bytes, columns: P.columns.map { $0.value(document) },
            person: writer.holdsSealable ? P.person(of: document) : nil)
    }

    override public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? {
        let row = row(key)
        entries[key]?.rendered = row
        return row
    }

    override public func isStored(_ key: DocumentKey) -> Bool { entries[key]?.isStored ?? false }
    override public var changedKeys: [DocumentKey] { entries.compactMap { $1.isChanged ? $0 : nil } }
    override public var allKeys: [DocumentKey] { entries.compactMap { $1.document == nil ? nil : $0 } }
}

/// A projection's fold without its document type: what the runners hold.
open class DocumentFold<Event: DomainEvent> {
    public let table: DocumentTable
    public let columns: [(name: StaticName, type: ColumnType)]

    init(table: DocumentTable, columns: [(name: StaticName, type: ColumnType)]) {
        self.table = table
        self.columns = columns
    }

    /// The documents that an event changes.
    public func keys(of event: Event) -> [DocumentKey] { [] }
    /// Whether an event's documents need not be restored before it.
    public func isMadeAnew(by event: Event) -> Bool { false }
    /// Tags under which a document's events are found: by its key, or by an event of it.
    public func tags(of key: DocumentKey, toldBy event: Event?) -> [Tag] { [] }
    /// Takes a document as it is stored.
    public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {}
    /// One event on.
    public func absorb(_ recorded: Recorded<Event>) {}
    /// The same for one document alone.
    public func absorb(_ recorded: Recorded<Event>, into key: DocumentKey) {}
    /// The row to store for a key, `nil` where there is no document (any more).
    public func row(_ key: DocumentKey) -> DocumentRow? { nil }
    /// The row, which will be asked for once more if no event changes it until then.
    public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? { nil }
    /// Whether the document was restored.
    public func isStored(_ key: DocumentKey) -> Bool { false }
    /// The keys that events have touched here.
    public var changedKeys: [DocumentKey] { [] }
    /// The keys that have a document here.
    public var allKeys: [DocumentKey] { [] }
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
        begin = { ProjectionFold<P>() }
    }
}

/// A document ready to be stored.
public struct DocumentRow: Hashable, Sendable {
    public let key: DocumentKey
    /// UTF-8 JSON.
    public let document: [UInt8]
    /// In the order of the projection's columns.
    public let columns: [Bind]
    /// Of whom it holds personal values; `nil` where it holds none.
    public let person: UUIDBytes?
}

/// A stored document that its projection cannot read. The text holds no value of it: it may be patient data.
public struct UndecodableDocument: Error, Sendable, CustomStringConvertible {
    public let table: StaticName
    public let reason: String

    public var description: String { "\(table): \(reason)" }
}
