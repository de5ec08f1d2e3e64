public import EventSourcing
public import SQL

/// Identifies the document that answers a command. The answer is the document as it is after the command's events.
public struct AnswerPlace: Sendable {
    public let table: DocumentTable
    public let key: DocumentKey
    /// The column of the rendering that answers the command; `nil` if the document itself is the answer.
    public let column: Identifier?
    /// The value of the header `Location` if the command creates something; it is stored with the answer.
    public let location: String?

    public init(_ table: DocumentTable, _ key: DocumentKey, column: Identifier? = nil, location: String? = nil) {
        self.table = table
        self.key = key
        self.column = column
        self.location = location
    }
}
