import EventSourcing
import EventStore
import Identifiers
import SQL

/// The documents of one projection and one clinic after the whole feed was folded.
///
/// - Safety: reading changes the fold, so only one task at a time may use them: the task that has folded hands the
///   object over to the one that compares, and waits for it.
final class FoldedDocuments: @unchecked Sendable {
    let clinic: UUIDBytes
    let count: Int
    private let render: (DocumentKey) -> DocumentRow?
    private let all: () -> () -> DocumentRow?
    private let checking: () throws -> Void

    init<Event>(_ fold: FeedFold<Event>, of clinic: UUIDBytes) {
        self.clinic = clinic
        count = fold.count
        render = { fold.row($0) }
        all = { fold.rows() }
        checking = { try fold.check() }
    }

    func row(_ key: DocumentKey) -> DocumentRow? { render(key) }

    /// Begins to read the keys of all documents, in no particular order. Each call of the returned function reads up to
    /// 1,000 keys, and returns no key after the last one.
    func keys() -> () -> [DocumentKey] {
        let next = all()
        return {
            var keys: [DocumentKey] = []
            while keys.count < 1_000, let row = next() { keys.append(row.key) }
            return keys
        }
    }

    /// Checks that all folded documents could be read.
    ///
    /// - Throws: the reason why a folded document could not be read back from a temporary file, if that has happened.
    func check() throws { try checking() }
}

extension DocumentRow {
    /// The values of a document's row: the clinic, the key, the JSON, and the projection's own columns.
    func copied(in clinic: UUIDBytes) -> [Bind] { [.uuid(clinic), key.bind, .json(document)] + columns }
}

extension DocumentKey {
    /// Whether a document's key comes before another key in the order of their bytes, which is PostgreSQL's order of
    /// `uuid`, and of `text` in the collation "C".
    func precedes(_ other: DocumentKey) -> Bool {
        switch (self, other) {
        case (.id(let one), .id(let other)): one < other
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.id, .text): true
        case (.text, .id): false
        }
    }
}
