import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// The documents that a fold ends with, ready for COPY.
struct DocumentRows: Sendable {
    /// Empty where there is no document.
    let pieces: [[UInt8]]

    init<Event>(_ fold: DocumentFold<Event>, of clinic: UUIDBytes) {
        var copy = BinaryCopy()
        var pieces: [[UInt8]] = []
        // In the primary key's order, so that its index grows at its end.
        for key in fold.allKeys.sorted() {
            guard let row = fold.row(key) else { continue }
            copy.append([.uuid(clinic), key.bind, .json(row.document)] + row.columns)
            if copy.count > 1 << 18 { pieces.append(copy.take()) }
        }
        if copy.count > 0 || !pieces.isEmpty { pieces.append(copy.finish()) }
        self.pieces = pieces
    }
}

extension PostgresConnection {
    func copyIn(_ statement: Statement, _ pieces: [[UInt8]]) async throws -> Int {
        var rest = pieces.makeIterator()
        return try await copyIn(statement) { rest.next() }
    }
}
