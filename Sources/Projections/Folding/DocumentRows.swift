import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL

/// Folded documents as rows of COPY, in the order of their keys' bytes. Up to 256 rows at a time are encoded when they
/// are needed.
///
/// - Safety: reading changes `rows` and the fold, so only one task at a time may use them: the task that has folded
///   hands the object over to the one that compares, and waits for it.
final class DocumentRows: @unchecked Sendable {
    let keys: [DocumentKey]
    private let clinic: UUIDBytes
    private let render: (DocumentKey) -> DocumentRow?
    /// The encoded rows of some consecutive documents in the order of `keys`. The first row is that of the key with the
    /// index `first`.
    private var rows = BinaryRows()
    private var first = 0

    private static let rowsAtOnce = 256

    init<Event>(_ fold: FeedFold<Event>, of clinic: UUIDBytes) {
        keys = fold.allKeys.sorted { $0.precedes($1) }
        self.clinic = clinic
        render = { fold.row($0) }
    }

    /// Whether the bytes `other`, from `offset` on, begin with the row of the document with this index.
    func stands(_ index: Int, in other: [UInt8], at offset: Int) -> Bool {
        rows(with: index).stands(index - first, in: other, at: offset)
    }

    /// The length of the row of the document with this index, in bytes.
    func length(_ index: Int) -> Int { rows(with: index).length(index - first) }

    /// The bytes of one field in the row of the document with this index; `nil` for NULL.
    func field(_ field: Int, of index: Int) -> ArraySlice<UInt8>? { rows(with: index).field(field, of: index - first) }

    private func rows(with index: Int) -> BinaryRows {
        guard !(first..<(first + rows.count)).contains(index) else { return rows }
        rows = BinaryRows()
        first = index
        for key in keys[index..<min(index + Self.rowsAtOnce, keys.count)] {
            rows.append(render(key)?.copied(in: clinic) ?? [.uuid(clinic), key.bind])
        }
        return rows
    }
}

extension DocumentRow {
    /// The values of a document's row: the clinic, the key, the JSON, and the projection's own columns.
    func copied(in clinic: UUIDBytes) -> [Bind] { [.uuid(clinic), key.bind, .json(document)] + columns }
}

extension DocumentKey {
    /// Whether this key comes before another in the order of their bytes, which is PostgreSQL's order of `uuid`, and of
    /// `text` in the collation "C".
    func precedes(_ other: DocumentKey) -> Bool {
        switch (self, other) {
        case (.id(let one), .id(let other)): one < other
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.id, .text): true
        case (.text, .id): false
        }
    }
}
