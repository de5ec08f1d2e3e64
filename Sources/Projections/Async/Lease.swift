/// The right to write the documents of a slice's clinics, until another server takes it over.
package struct Lease: Hashable, Sendable {
    package let part: LeasedPart
    package let token: Int64
}

/// One slice of the clinics, for one projection.
package struct LeasedPart: Hashable, Sendable {
    package let name: String
    package let slice: Int32

    package init(_ name: String, slice: Int32) {
        self.name = name
        self.slice = slice
    }
}
