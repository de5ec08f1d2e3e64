public import Identifiers
public import SQL

/// A document ready to be stored.
public struct DocumentRow: Hashable, Sendable {
    public let key: DocumentKey
    /// UTF-8 JSON.
    public let document: [UInt8]
    /// In the order of the projection's columns.
    public let columns: [Bind]
    /// The person whose personal values the document holds; `nil` if it holds none.
    public let person: UUIDBytes?
}

/// A stored document that its projection cannot read. The text contains no value of the document, which may be patient
/// data.
public struct UndecodableDocument: Error, Sendable, CustomStringConvertible {
    public let table: StaticName
    public let reason: String

    public var description: String { "\(table): \(reason)" }
}
