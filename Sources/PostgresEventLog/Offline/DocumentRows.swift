import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The documents that a fold ends with, each as the row that COPY makes of it, in the order of their keys' bytes.
struct DocumentRows: Sendable {
    let keys: [DocumentKey]
    private(set) var rows = BinaryRows()

    init<Event>(_ fold: DocumentFold<Event>, of clinic: UUIDBytes) {
        var keys: [DocumentKey] = []
        for key in fold.allKeys.sorted(by: { $0.precedes($1) }) {
            guard let row = fold.row(key) else { continue }
            rows.append(row.copied(in: clinic))
            keys.append(key)
        }
        self.keys = keys
    }

    /// No documents.
    init() { keys = [] }
}

extension DocumentRow {
    /// In the order of `DocumentSchema.columnList`.
    func copied(in clinic: UUIDBytes) -> [Bind] { [.uuid(clinic), key.bind, .json(document)] + columns }
}

extension DocumentKey {
    /// By their bytes, which is PostgreSQL's order of `uuid`, and of `text` in the collation "C".
    func precedes(_ other: DocumentKey) -> Bool {
        switch (self, other) {
        case (.id(let one), .id(let other)): one < other
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.id, .text): true
        case (.text, .id): false
        }
    }
}
