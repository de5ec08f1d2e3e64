import EventSourcing
import Identifiers
import TemporaryFiles

/// The documents of one clinic that a rebuild or a verification does not keep in memory: encrypted records in one
/// temporary file, and a hash table in another one. The hashes are seeded at random by the process, so they tell
/// nothing about the keys.
package final class SpillStore {
    private let pagesInMemory: Int
    private let makeFile: () throws -> TemporaryFile
    /// The temporary files of the store; `nil` until the first document is stored.
    private var files: (records: SpillFile, index: SpillIndex)?

    /// - Parameter pagesInMemory: the maximum number of the hash table's pages in memory, of 4 KB each.
    package init(pagesInMemory: Int = 512, makeFile: @escaping () throws -> TemporaryFile) {
        self.pagesInMemory = pagesInMemory
        self.makeFile = makeFile
    }

    /// Stores a document.
    ///
    /// - Parameters:
    ///   - section: the number of the document's projection.
    ///   - place: the place of the document's older version, which is replaced; `nil` if there is none.
    package func put(_ bytes: [UInt8], _ key: DocumentKey, in section: UInt32, replacing place: SpillPlace?) throws {
        let (records, index) = try files ?? makeFiles()
        let hash = Self.hash(key, section)
        let record = SpillRecord(key: key, document: bytes).bytes
        guard let place else {
            let extent = try records.write(record, replacing: nil)
            return try index.insert(SpillSlot(hash: hash, section: section, extent: extent))
        }
        let old = try old(index, hash, section, place)
        let extent = try records.write(record, replacing: old.extent)
        if extent != old.extent { try index.move(old.slot, to: extent) }
    }

    package func get(_ key: DocumentKey, in section: UInt32) throws -> SpilledDocument? {
        guard let (records, index) = files else { return nil }
        var found: SpilledDocument?
        _ = try index.find(Self.hash(key, section), in: section) { extent in
            let record = try SpillRecord(try records.read(extent))
            guard record.key == key else { return false }
            found = SpilledDocument(bytes: record.document, place: SpillPlace(offset: extent.offset))
            return true
        }
        return found
    }

    package func remove(_ key: DocumentKey, in section: UInt32, at place: SpillPlace) throws {
        guard let index = files?.index else { return }
        try index.remove(try old(index, Self.hash(key, section), section, place).slot)
    }

    /// Begins to read all documents of one projection, whose number is `section`. Each call of the returned function
    /// reads the next document, and returns `nil` after the last one. No document may be stored until then.
    package func all(in section: UInt32) -> () throws -> (key: DocumentKey, bytes: [UInt8])? {
        guard let (records, index) = files else { return { nil } }
        var next: UInt64 = 0
        return {
            while next < index.size {
                let slot = try index.slot(at: next)
                next += 1
                guard slot.section == section, let extent = slot.extent else { continue }
                let record = try SpillRecord(try records.read(extent))
                return (record.key, record.document)
            }
            return nil
        }
    }

    private func old(
        _ index: SpillIndex, _ hash: UInt64, _ section: UInt32, _ place: SpillPlace
    ) throws -> (slot: UInt64, extent: SpillExtent) {
        guard let slot = try index.find(hash, in: section, where: { $0.offset == place.offset }),
            let extent = try index.slot(at: slot).extent
        else { throw TemporaryFileFailure("a document is missing in a temporary file") }
        return (slot, extent)
    }

    private func makeFiles() throws -> (records: SpillFile, index: SpillIndex) {
        let made = (
            SpillFile(try makeFile()), try SpillIndex(pagesInMemory: pagesInMemory, makeFile: makeFile)
        )
        files = made
        return made
    }

    /// The hash of a document's key and of its projection's number. It is never 0, which marks a free slot of the hash
    /// table.
    private static func hash(_ key: DocumentKey, _ section: UInt32) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(section)
        hasher.combine(key)
        return max(1, UInt64(bitPattern: Int64(hasher.finalize())))
    }
}
