public import Identifiers
public import JSON
public import SQL

/// A read model: one document per key, folded from events, with the columns that its queries filter and sort by.
///
/// The same fold runs in the append's transaction, behind it, in a rebuild and in a verification, so the four cannot
/// differ. The table is `name(clinic_id uuid, key, document, …columns)` with primary key `(clinic_id, key)`.
public protocol Projection: Sendable {
    associatedtype Event: DomainEvent
    associatedtype Document: Sendable

    /// The table's name and its key column.
    static var table: DocumentTable { get }
    /// The document as it is kept, and as the fold reads it back.
    static var codec: Codec<Document> { get }
    /// Columns besides the key and the document: for filters and sorting, and documents for other roles.
    static var columns: [DocumentColumn<Document>] { get }

    /// The documents that an event changes.
    static func keys(of event: Event) -> [DocumentKey]
    /// Whether an event makes a document that was not there before, so that it need not be read.
    static func isMadeAnew(by event: Event) -> Bool
    /// The document after an event, `nil` to remove it. Nobody has what it was before any more.
    static func fold(_ document: consuming Document?, _ recorded: Recorded<Event>, key: DocumentKey) -> Document?
    /// Whose values those of `Personal` in it are.
    static func person(of document: Document) -> UUIDBytes?
    /// Whether the fold looks at values of `Personal`. Where it does not, nobody's key is needed for it.
    static var readsPersonal: Bool { get }

    /// Tags under which events of a document are found, as far as its key tells them.
    static func tags(of key: DocumentKey) -> [Tag]
    /// Further tags, which an event tells that was found for the document. Who follows all of them has found every event that
    /// changes it. Where neither key nor event tells any, only the whole feed has them.
    static func tags(of key: DocumentKey, toldBy event: Event) -> [Tag]
}

extension Projection {
    public static func isMadeAnew(by event: Event) -> Bool { false }
    public static func person(of document: Document) -> UUIDBytes? { nil }
    public static var readsPersonal: Bool { true }
    public static func tags(of key: DocumentKey) -> [Tag] { [] }
    public static func tags(of key: DocumentKey, toldBy event: Event) -> [Tag] { [] }
}

/// When a read model is written.
public enum ProjectionTime: Hashable, Sendable {
    /// In the append's transaction: whoever reads after it sees it.
    case inline
    /// Soon after, by whichever server has the lease.
    case behind
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

/// A name that stands in the program's text, never one that came in.
public struct StaticName: Hashable, Sendable, CustomStringConvertible {
    public let text: StaticString

    public init(_ text: StaticString) { self.text = text }

    public var description: String { text.description }
    public static func == (left: StaticName, right: StaticName) -> Bool { left.description == right.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// The PostgreSQL types that documents' columns have.
public enum ColumnType: String, Hashable, Sendable {
    case uuid, text, bigint, boolean, date, timestamptz, json
}

public enum DocumentKey: Hashable, Comparable, Sendable {
    case id(UUIDBytes)
    case text(String)

    public init<Entity>(_ id: ID<Entity>) { self = .id(id.uuid) }

    /// The tag of the entity whose id it is.
    public func tagged<Entity>(_ tag: (ID<Entity>) -> Tag) -> [Tag] {
        if case .id(let id) = self { [tag(ID(id))] } else { [] }
    }
}

public struct DocumentColumn<Document>: Sendable {
    public let name: StaticName
    public let type: ColumnType
    /// The value for a document; `Bind.null` where it has none.
    public let value: @Sendable (Document) -> Bind

    public init(_ name: StaticString, _ type: ColumnType, _ value: @escaping @Sendable (Document) -> Bind) {
        self.name = StaticName(name)
        self.type = type
        self.value = value
    }
}
