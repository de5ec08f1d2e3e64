/// One entry of the hash table of spilled records.
struct SpillSlot {
    /// The hash of the record's key and of its projection's number; 0 in a slot of the hash table that was never used.
    let hash: UInt64
    /// The number of the projection to which the record belongs.
    var section: UInt32 = 0
    /// The record's place in the `SpillFile`; `nil` if the record was removed.
    var extent: SpillExtent?

    static let length = 32

    init(hash: UInt64, section: UInt32, extent: SpillExtent) {
        self.hash = hash
        self.section = section
        self.extent = extent
    }

    /// Reads a slot from its 32 bytes in a page.
    init(_ page: [UInt8], at start: Int) {
        func word(_ index: Int) -> UInt64 {
            var word: UInt64 = 0
            for byte in 0..<8 { word |= UInt64(page[start + 8 * index + byte]) << (8 * UInt64(byte)) }
            return word
        }
        hash = word(0)
        guard hash != 0 else { return }
        section = UInt32(truncatingIfNeeded: word(3))
        let length = UInt32(truncatingIfNeeded: word(2))
        if length > 0 { extent = SpillExtent(offset: word(1), length: length) }
    }

    func write(to page: inout [UInt8], at start: Int) {
        let words: [UInt64] = [hash, extent?.offset ?? 0, UInt64(extent?.length ?? 0), UInt64(section)]
        for (index, word) in words.enumerated() {
            for byte in 0..<8 { page[start + 8 * index + byte] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(byte))) }
        }
    }
}
