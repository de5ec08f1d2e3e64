import EventSourcing
import Identifiers
import PostgresClient

/// The new contents of one projection's documents with some keys.
///
/// - Safety: reading changes the fold, so only one task at a time may use it: the folding task waits for the writing
///   one.
final class DocumentChanges: @unchecked Sendable {
    let keys: Set<DocumentKey>
    /// The keys whose documents are to be deleted.
    let gone: [DocumentKey]
    /// The keys whose documents are written, in the primary key's order, so that its index grows at its end.
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

    /// The documents' rows for COPY, in pieces that are encoded when they are needed; `nil` if there are no rows.
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
    /// For each projection, the new contents of the documents with these keys.
    func changes(_ keys: [Set<DocumentKey>]) -> [DocumentChanges] {
        zip(keys, folds).map { DocumentChanges($0, $1, of: clinic) }
    }
}
