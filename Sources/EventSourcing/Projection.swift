public import Identifiers
public import JSON
public import SQL

/// A read model: one document per key, folded from events, with the columns that its queries filter and sort by.
///
/// The same fold runs inline with an append, asynchronously, in a rebuild, in a verification and in the projection
/// audit, so their results cannot differ. The table is `name(clinic_id uuid, key, document, …columns)` with primary key
/// `(clinic_id, key)`.
public protocol Projection: Sendable {
    associatedtype Event: DomainEvent
    associatedtype Document: Sendable

    /// The name and the key column of the read model's table.
    static var table: DocumentTable { get }
    /// The codec for the document's stored JSON, which is also decoded to fold further events into the document.
    static var codec: Codec<Document> { get }
    /// The columns of the read model besides key and document: for filters, for sorting, and for renderings for other
    /// roles.
    static var columns: [DocumentColumn<Document>] { get }

    /// The keys of the documents that an event changes.
    static func keys(of event: Event) -> [DocumentKey]
    /// The keys of the documents that a recorded event changes: those of `keys(of:)` for its event. Only an
    /// asynchronous projection may derive them from the event's position or time too, since an inline one is written
    /// before the event has these.
    static func keys(of recorded: Recorded<Event>) -> [DocumentKey]
    /// Whether an event creates all documents that it changes, so that no stored document need be read.
    static func isMadeAnew(by event: Event) -> Bool
    /// Folds an event into the document with the given key, and returns the new document; `nil` deletes it. The old
    /// document is uniquely owned and may be mutated.
    static func fold(_ document: consuming Document?, _ recorded: Recorded<Event>, key: DocumentKey) -> Document?
    /// The person whose `Personal` values are in a document.
    static func person(of document: Document) -> UUIDBytes?
    /// Whether the projection's fold reads personal values. If not, it needs no person keys.
    static var readsPersonal: Bool { get }

    /// Whether every event under the tag of a document's key changes the document, so that the last one determines the
    /// document's version. Then only that event is read to find the version.
    static var lastEventTellsVersion: Bool { get }

    /// Tags by which events of a document are found, computed from the document's key alone.
    static func tags(of key: DocumentKey) -> [Tag]
    /// Further tags, derived from an event that was found for the document. Following all of these tags finds every
    /// event that changes the document. If neither the key nor an event determines a tag, the document's events can
    /// only be found by reading the whole feed.
    static func tags(of key: DocumentKey, toldBy event: Event) -> [Tag]
}

extension Projection {
    public static func keys(of recorded: Recorded<Event>) -> [DocumentKey] { keys(of: recorded.event) }
    public static func isMadeAnew(by event: Event) -> Bool { false }
    public static func person(of document: Document) -> UUIDBytes? { nil }
    public static var readsPersonal: Bool { true }
    public static var lastEventTellsVersion: Bool { false }
    public static func tags(of key: DocumentKey) -> [Tag] { [] }
    public static func tags(of key: DocumentKey, toldBy event: Event) -> [Tag] { [] }
}

/// The time at which a read model is updated: in the event's transaction, or asynchronously.
public enum ProjectionTime: Hashable, Sendable {
    /// The read model is written in the append's transaction, so every later read sees it.
    case inline
    /// The read model is written after the append, by the server that has the lease.
    case asynchronous
}

public struct DocumentTable: Hashable, Sendable {
    public let name: StaticName
    public let keyColumn: StaticName
    public let keyType: ColumnType

    public init(_ name: StaticString, key keyColumn: StaticString, _ keyType: ColumnType) {
        self.name = StaticName(name)
        self.keyColumn = StaticName(keyColumn)
        self.keyType = keyType
    }
}

/// A table's or column's name. It is a literal in the program and never comes from input.
public struct StaticName: Hashable, Sendable, CustomStringConvertible {
    public let text: StaticString

    public init(_ text: StaticString) { self.text = text }

    public var description: String { text.description }
    public static func == (left: StaticName, right: StaticName) -> Bool { left.description == right.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// The PostgreSQL types of a document's columns.
public enum ColumnType: String, Hashable, Sendable {
    case uuid, text, bigint, boolean, date, timestamptz, json
}

public enum DocumentKey: Hashable, Comparable, Sendable {
    case id(UUIDBytes)
    case text(String)

    public init<Entity>(_ id: ID<Entity>) { self = .id(id.uuid) }

    /// The tag of the entity whose id is this document key; no tag if the key is text.
    public func tagged<Entity>(_ tag: (ID<Entity>) -> Tag) -> [Tag] {
        if case .id(let id) = self { [tag(ID(id))] } else { [] }
    }
}

public struct DocumentColumn<Document>: Sendable {
    public let name: StaticName
    public let type: ColumnType
    /// The column's value for a document; `Bind.null` if it has none.
    public let value: @Sendable (Document) -> Bind

    public init(_ name: StaticString, _ type: ColumnType, _ value: @escaping @Sendable (Document) -> Bind) {
        self.name = StaticName(name)
        self.type = type
        self.value = value
    }
}
