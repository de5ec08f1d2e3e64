import Identifiers
import SQL

/// The documents of one clinic and one projection in memory.
final class ProjectionFold<P: Projection> {
    private struct Entry {
        var document: P.Document?
        var isStored = false
        var isChanged = false
    }

    private var entries: [DocumentKey: Entry] = [:]
    /// The rendered rows of documents that a command needs twice: for its answer and for the table.
    private var rendered: [DocumentKey: DocumentRow] = [:]

    init() {}

    func restore(_ key: DocumentKey, from bytes: [UInt8]) throws(UndecodableDocument) {
        let document = try P.document(from: bytes)
        entries[key, default: Entry()].document = document
        entries[key]?.isStored = true
    }

    func absorb(_ recorded: Recorded<P.Event>, into keys: [DocumentKey]) {
        for key in keys {
            Self.absorb(recorded, key, into: &entries[key, default: Entry()])
            if !rendered.isEmpty { rendered[key] = nil }
        }
    }

    private static func absorb(_ recorded: Recorded<P.Event>, _ key: DocumentKey, into entry: inout Entry) {
        entry.document = P.fold(entry.document.take(), recorded, key: key)
        entry.isChanged = true
    }

    func row(_ key: DocumentKey) -> DocumentRow? {
        if !rendered.isEmpty, let row = rendered[key] { return row }
        guard let document = entries[key]?.document else { return nil }
        return P.row(document, key)
    }

    func rowForAnswer(_ key: DocumentKey) -> DocumentRow? {
        let row = row(key)
        rendered[key] = row
        return row
    }

    func isStored(_ key: DocumentKey) -> Bool { entries[key]?.isStored ?? false }
    var changedKeys: [DocumentKey] { entries.compactMap { $1.isChanged ? $0 : nil } }
}
