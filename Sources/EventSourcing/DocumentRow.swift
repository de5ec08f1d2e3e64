public import Identifiers
public import SQL

/// A document's row, ready to be stored.
public struct DocumentRow: Hashable, Sendable {
    public let key: DocumentKey
    /// The document's JSON as UTF-8.
    public let document: [UInt8]
    /// The values of the document's other columns, in the order in which the projection declares them.
    public let columns: [Bind]
    /// The person whose personal values the document holds; `nil` if it holds none.
    public let person: UUIDBytes?
}

/// The error that a projection cannot read a stored document. The error's description contains no value of the
/// document, since that may be patient data.
public struct UndecodableDocument: Error, Sendable, CustomStringConvertible {
    public let table: StaticName
    public let reason: String

    public var description: String { "\(table): \(reason)" }
}
