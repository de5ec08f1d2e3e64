import EventSourcing
import Identifiers
import PostgresClient

/// For some keys of one projection, the new contents of their documents.
///
/// - Safety: reading changes the fold, so only one task at a time may use it: the folding task waits for the writing
///   one.
final class DocumentChanges: @unchecked Sendable {
    let keys: Set<DocumentKey>
    /// The keys of the documents that do not exist after the fold and must be deleted.
    let gone: [DocumentKey]
    /// The keys of the documents that exist after the fold and are written. They have the order of the table's primary
    /// key, so that inserts go to the end of its index.
    private let present: [DocumentKey]
    private let clinic: UUIDBytes
    private let render: (DocumentKey) -> DocumentRow?

    init<Event>(_ keys: Set<DocumentKey>, _ fold: FeedFold<Event>, of clinic: UUIDBytes) {
        self.keys = keys
        self.clinic = clinic
        let sorted = keys.sorted { $0.precedes($1) }
        gone = sorted.filter { !fold.has($0) }
        present = sorted.filter { fold.has($0) }
        render = { fold.row($0) }
    }

    /// The rows of the documents to be written, as pieces of a binary COPY. A piece is encoded when it is requested.
    /// `nil` if there are no rows.
    func pieces() -> (() -> [UInt8]?)? {
        guard !present.isEmpty else { return nil }
        var rest = present[...]
        var copy = BinaryCopy()
        var isFinished = false
        return { [clinic, render] in
            while let key = rest.popFirst() {
                if let row = render(key) { copy.append(row.copied(in: clinic)) }
                if copy.count > 1 << 18 { return copy.take() }
            }
            defer { isFinished = true }
            return isFinished ? nil : copy.finish()
        }
    }
}

extension ClinicFold {
    /// For each projection, the documents with the given keys as they are after the fold.
    func changes(_ keys: [Set<DocumentKey>]) -> [DocumentChanges] {
        zip(keys, folds).map { DocumentChanges($0, $1, of: clinic) }
    }
}
