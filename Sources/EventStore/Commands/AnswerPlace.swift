public import EventSourcing
public import SQL

/// The document that a command is answered with, as it is after the command's events.
public struct AnswerPlace: Sendable {
    public let table: DocumentTable
    public let key: DocumentKey
    /// `nil`: the document itself; otherwise the column with another rendering.
    public let column: Identifier?
    /// Stored with the answer, for the `Location` of a created entity.
    public let location: String?

    public init(_ table: DocumentTable, _ key: DocumentKey, column: Identifier? = nil, location: String? = nil) {
        self.table = table
        self.key = key
        self.column = column
        self.location = location
    }
}
