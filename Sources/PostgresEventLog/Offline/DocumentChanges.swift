import EventSourcing
import Identifiers
import PostgresClient

/// What the documents of one projection under some keys are to be.
struct DocumentChanges: Sendable {
    let keys: Set<DocumentKey>
    /// Those under which there is to be none.
    private(set) var gone: [DocumentKey] = []
    /// The rows of the others, for COPY; empty where there are none.
    private(set) var pieces: [[UInt8]] = []

    init<Event>(_ keys: Set<DocumentKey>, _ fold: DocumentFold<Event>, of clinic: UUIDBytes) {
        self.keys = keys
        var copy = BinaryCopy()
        // In the primary key's order, so that its index grows at its end.
        for key in keys.sorted(by: { $0.precedes($1) }) {
            guard let row = fold.row(key) else {
                gone.append(key)
                continue
            }
            copy.append(row.copied(in: clinic))
            if copy.count > 1 << 18 { pieces.append(copy.take()) }
        }
        if copy.count > 0 || !pieces.isEmpty { pieces.append(copy.finish()) }
    }
}

extension ClinicFold {
    /// Per projection, what the documents under these keys are to be now.
    func changes(_ keys: [Set<DocumentKey>]) -> [DocumentChanges] {
        zip(keys, folds).map { DocumentChanges($0, $1, of: clinic) }
    }
}
