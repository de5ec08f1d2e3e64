/// The right to write one projection's documents for a slice (a group of clinics), until another server takes over the
/// lease.
package struct Lease: Hashable, Sendable {
    package let part: LeasedPart
    package let token: Int64
}

/// One slice (a group of clinics) of one projection, which a lease gives to one server.
package struct LeasedPart: Hashable, Sendable {
    package let name: String
    package let slice: Int32

    package init(_ name: String, slice: Int32) {
        self.name = name
        self.slice = slice
    }
}
