/// The part of a `SpillFile` that belongs to a record, in bytes.
struct SpillExtent: Hashable {
    let offset: UInt64
    /// The number of bytes of the part, which may be larger than the record, so that a longer version of the record
    /// fits.
    let length: UInt32
}
