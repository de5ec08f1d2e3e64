import EventSourcing
import Identifiers
import PostgresClient

/// The new contents of selected documents of one projection.
///
/// - Safety: reading changes the fold, so only one task at a time may use it: the folding task waits for the writing
///   one.
final class DocumentChanges: @unchecked Sendable {
    let selection: KeySelection
    /// The keys of the selected documents that do not exist after all events were folded, so that their rows must be
    /// deleted. It is empty if all documents are selected.
    let gone: [DocumentKey]
    private let clinic: UUIDBytes
    /// Begins to read the rows of the selected documents that exist after all events were folded.
    private let rows: () -> () -> DocumentRow?
    private let checking: () throws -> Void

    init<Event>(_ selection: KeySelection, _ fold: FeedFold<Event>, of clinic: UUIDBytes) {
        self.selection = selection
        self.clinic = clinic
        checking = { try fold.check() }
        switch selection {
        case .all:
            gone = []
            rows = { fold.rows() }
        case .listed(let keys):
            // The rows are sorted by the table's primary key, so that inserts go to the end of the key's index.
            let sorted = keys.sorted { $0.precedes($1) }
            gone = sorted.filter { !fold.has($0) }
            rows = {
                var rest = sorted[...]
                return {
                    while let key = rest.popFirst() {
                        if let row = fold.row(key) { return row }
                    }
                    return nil
                }
            }
        }
    }

    /// The rows of the documents to be written, as pieces of a binary COPY. A piece is encoded when it is requested.
    /// `nil` if there are no rows.
    func pieces() -> (() -> [UInt8]?)? {
        let next = rows()
        guard let first = next() else { return nil }
        var copy = BinaryCopy()
        copy.append(first.copied(in: clinic))
        var isFinished = false
        return { [clinic] in
            while let row = next() {
                copy.append(row.copied(in: clinic))
                if copy.count > 1 << 18 { return copy.take() }
            }
            defer { isFinished = true }
            return isFinished ? nil : copy.finish()
        }
    }

    /// Checks that all changed documents could be read.
    ///
    /// - Throws: the reason why a changed document could not be read back from a temporary file, if that has happened.
    func check() throws { try checking() }
}

extension ClinicFold {
    /// For each projection, the selected documents as they are after all events were folded.
    func changes(_ selections: [KeySelection]) -> [DocumentChanges] {
        zip(selections, folds).map { DocumentChanges($0, $1, of: clinic) }
    }
}
