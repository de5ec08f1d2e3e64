import JSON

/// The documents of one projection and one clinic, in two generations in memory and in the storage for spilled ones. An
/// event moves its document to the young generation.
final class SpillingFold<P: Projection> {
    private struct Kept {
        /// The document; `nil` if it does not exist after the folded events.
        var document: P.Document?
        /// The place of the document's last spilled version, which is out of date; `nil` if it was never spilled.
        let place: SpillPlace?
        /// The document's size in bytes of JSON when it was last measured; `nil` if it is no sample of its generation.
        var size: Int?
    }

    private var young: [DocumentKey: Kept] = [:]
    private var old: [DocumentKey: Kept] = [:]
    private let spill: DocumentSpill
    /// The number of the projection's documents that exist after the folded events.
    private(set) var count = 0
    /// The reason why a document could not be spilled or read back; `nil` if that has not happened.
    private(set) var failure: (any Error)?

    init(_ spill: DocumentSpill) {
        self.spill = spill
        spill.memory.add { [weak self] in self?.age() }
    }

    func absorb(_ recorded: Recorded<P.Event>, into keys: [DocumentKey]) {
        for key in keys {
            if let index = young.index(forKey: key) {
                count += Self.fold(recorded, key, into: &young.values[index])
                if young.values[index].size != nil { measure(&young.values[index]) }
                continue
            }
            let isSample = spill.memory.admit()
            var kept = takeBack(key)
            kept.size = isSample ? 0 : nil
            count += Self.fold(recorded, key, into: &kept)
            if isSample { measure(&kept) }
            young[key] = kept
        }
    }

    /// Folds one event into a document.
    ///
    /// - Returns: the change of the number of documents: 1, 0 or -1.
    private static func fold(_ recorded: Recorded<P.Event>, _ key: DocumentKey, into kept: inout Kept) -> Int {
        let before = kept.document == nil ? 0 : 1
        kept.document = P.fold(kept.document.take(), recorded, key: key)
        return (kept.document == nil ? 0 : 1) - before
    }

    /// Measures a document that is a sample, and counts the change of its size.
    private func measure(_ kept: inout Kept) {
        let size = kept.document.map { P.codec.bytes($0).count } ?? 0
        spill.memory.count(size - (kept.size ?? 0))
        kept.size = size
    }

    private func takeBack(_ key: DocumentKey) -> Kept {
        if let kept = old.removeValue(forKey: key) { return kept }
        guard let (document, place) = readBack(key) else { return Kept(document: nil, place: nil) }
        return Kept(document: document, place: place)
    }

    /// Spills the old generation of documents. The young generation becomes the old one.
    private func age() {
        do {
            if failure == nil { for (key, kept) in old { try spillOut(key, kept) } }
        } catch { failure = error }
        old = young
        young = [:]
    }

    private func spillOut(_ key: DocumentKey, _ kept: Kept) throws {
        if let document = kept.document {
            try spill.put(key, P.codec.bytes(document), kept.place)
        } else if let place = kept.place {
            try spill.remove(key, place)
        }
    }

    private func readBack(_ key: DocumentKey) -> (P.Document, SpillPlace)? {
        do {
            guard failure == nil, let found = try spill.get(key) else { return nil }
            return (try P.document(from: found.bytes), found.place)
        } catch {
            failure = error
            return nil
        }
    }

    func row(_ key: DocumentKey) -> DocumentRow? {
        if let kept = young[key] ?? old[key] { return kept.document.map { P.row($0, key) } }
        return readBack(key).map { P.row($0.0, key) }
    }

    func has(_ key: DocumentKey) -> Bool {
        if let kept = young[key] ?? old[key] { return kept.document != nil }
        return readBack(key) != nil
    }

    func rows() -> () -> DocumentRow? {
        var inMemory = (Array(young.keys) + Array(old.keys))[...]
        let spilled = spill.all()
        return { [self] in
            while let key = inMemory.popFirst() {
                if let row = row(key) { return row }
            }
            do {
                while failure == nil, let (key, bytes) = try spilled() {
                    // A spilled document that is also in memory is skipped: memory has its newer version, and the row
                    // of that version has already been returned.
                    if young.index(forKey: key) != nil || old.index(forKey: key) != nil { continue }
                    return P.row(try P.document(from: bytes), key)
                }
            } catch { failure = error }
            return nil
        }
    }
}
