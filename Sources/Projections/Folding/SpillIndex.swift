import TemporaryFiles

/// A hash table in a temporary file, by which the extents of spilled records are found. It has open addressing with
/// linear probing, and its memory does not depend on the number of records.
final class SpillIndex {
    private let makeFile: () throws -> TemporaryFile
    private let pagesInMemory: Int
    private var pages: SpillPages
    /// The number of the hash table's slots is 2 to the power of this exponent.
    private var bits: UInt64
    /// The number of the hash table's slots that are not free: those of records, and those of removed records.
    private var used: UInt64 = 0
    private var records: UInt64 = 0

    init(pagesInMemory: Int, makeFile: @escaping () throws -> TemporaryFile) throws {
        self.makeFile = makeFile
        self.pagesInMemory = pagesInMemory
        bits = 12
        pages = SpillPages(try makeFile(), most: pagesInMemory)
    }

    var size: UInt64 { 1 << bits }

    func slot(at index: UInt64) throws -> SpillSlot { try pages.slot(at: index) }

    /// Finds the slot of a spilled record in the hash table.
    ///
    /// - Parameters:
    ///   - hash: the hash of the record's key and of the number of its projection (`section`).
    ///   - matches: tells records with the same hash apart.
    /// - Returns: the index of the slot; `nil` if there is no such record.
    func find(_ hash: UInt64, in section: UInt32, where matches: (SpillExtent) throws -> Bool) throws -> UInt64? {
        var index = home(hash)
        while true {
            let slot = try pages.slot(at: index)
            if slot.hash == 0 { return nil }
            if slot.hash == hash, slot.section == section, let extent = slot.extent, try matches(extent) {
                return index
            }
            index = after(index)
        }
    }

    /// Adds a slot for a spilled record that has none.
    func insert(_ slot: SpillSlot) throws {
        if 2 * used >= size { try grow() }
        try place(slot)
        used += 1
        records += 1
    }

    func move(_ index: UInt64, to extent: SpillExtent) throws {
        var slot = try pages.slot(at: index)
        slot.extent = extent
        try pages.put(slot, at: index)
    }

    func remove(_ index: UInt64) throws {
        var slot = try pages.slot(at: index)
        slot.extent = nil
        try pages.put(slot, at: index)
        records -= 1
    }

    /// The first bits of a record's hash, which give the index at which the search for its slot begins. Slots keep
    /// their order when the hash table grows, so that pages are written one after another.
    private func home(_ hash: UInt64) -> UInt64 { hash >> (64 - bits) }
    private func after(_ index: UInt64) -> UInt64 { (index + 1) & (size - 1) }

    private func place(_ slot: SpillSlot) throws {
        var index = home(slot.hash)
        while try pages.slot(at: index).hash != 0 { index = after(index) }
        try pages.put(slot, at: index)
    }

    /// Copies the hash table's slots to a new file with four times as many slots, and leaves out the slots of removed
    /// records. If most records were removed, the number of slots stays the same.
    private func grow() throws {
        let (before, size) = (pages, size)
        pages = SpillPages(try makeFile(), most: pagesInMemory)
        if 4 * records >= size { bits += 2 }
        for index in 0..<size {
            let slot = try before.slot(at: index)
            if slot.extent != nil { try place(slot) }
        }
        used = records
    }
}
