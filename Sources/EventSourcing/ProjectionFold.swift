public import Identifiers
import JSON
public import SQL

/// A projection at work on the documents of one clinic that are in memory.
public final class ProjectionFold<P: Projection>: DocumentFold<P.Event> {
    private var documents: [DocumentKey: P.Document] = [:]
    private var stored: Set<DocumentKey> = []
    private var changed: Set<DocumentKey> = []
    /// Rows that are asked for once more.
    private var rendered: [DocumentKey: DocumentRow] = [:]

    public init() { super.init(table: P.table, columns: P.columns.map { ($0.name, $0.type) }) }

    override public func keys(of event: P.Event) -> [DocumentKey] { P.keys(of: event) }

    override public func isMadeAnew(by event: P.Event) -> Bool { P.isMadeAnew(by: event) }

    override public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {
        do { documents[key] = try P.codec.decode(parsing: bytes, unknownMembers: .ignored) } catch {
            throw UndecodableDocument(table: P.table.name, reason: "\(error.pointer): \(error.code)")
        }
        stored.insert(key)
    }

    override public func absorb(_ recorded: Recorded<P.Event>) {
        for key in P.keys(of: recorded.event) {
            documents[key] = P.fold(documents[key], recorded, key: key)
            changed.insert(key)
            rendered[key] = nil
        }
    }

    override public func row(_ key: DocumentKey) -> DocumentRow? {
        if let row = rendered[key] { return row }
        guard let document = documents[key] else { return nil }
        var writer = JSONWriter()
        P.codec.encode(document, to: &writer)
        return DocumentRow(
            key: key, document: writer.bytes, columns: P.columns.map { $0.value(document) },
            person: writer.holdsSealable ? P.person(of: document) : nil)
    }

    override public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? {
        let row = row(key)
        rendered[key] = row
        return row
    }

    override public func isStored(_ key: DocumentKey) -> Bool { stored.contains(key) }
    override public var changedKeys: Set<DocumentKey> { changed }
    override public var allKeys: [DocumentKey] { Array(documents.keys) }
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
    /// Takes a document as it is stored.
    public func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {}
    /// One event on.
    public func absorb(_ recorded: Recorded<Event>) {}
    /// The row to store for a key, `nil` where there is no document (any more).
    public func row(_ key: DocumentKey) -> DocumentRow? { nil }
    /// The row, which will be asked for once more if no event changes it until then.
    public func rowForAnswer(_ key: DocumentKey) -> DocumentRow? { nil }
    /// Whether the document was restored.
    public func isStored(_ key: DocumentKey) -> Bool { false }
    /// The keys that events have touched here.
    public var changedKeys: Set<DocumentKey> { [] }
    /// The keys that have a document here.
    public var allKeys: [DocumentKey] { [] }
}

/// A projection as a value in a list: how to begin its fold.
public struct AnyProjection<Event: DomainEvent>: Sendable {
    public let table: DocumentTable
    public let begin: @Sendable () -> DocumentFold<Event>

    public init<P: Projection>(_ projection: P.Type) where P.Event == Event {
        table = P.table
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
