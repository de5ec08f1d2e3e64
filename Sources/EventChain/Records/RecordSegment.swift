import Crypto
import Identifiers
import SQL

/// A segment of a record chain: rows of one table, by their ids and half digests.
package struct RecordSegment: Sendable {
    package let clinic: UUIDBytes
    package let number: Int64
    package let source: String
    package let sealedAt: Timestamp
    package let lastID: UUIDBytes
    package let lastPosition: Int64
    package let items: [UInt8]
    package let hash: [UInt8]

    package init(
        clinic: UUIDBytes, number: Int64, source: String, sealedAt: Timestamp, lastID: UUIDBytes, lastPosition: Int64,
        items: [UInt8], hash: [UInt8]
    ) {
        self.clinic = clinic
        self.number = number
        self.source = source
        self.sealedAt = sealedAt
        self.lastID = lastID
        self.lastPosition = lastPosition
        self.items = items
        self.hash = hash
    }

    private static let itemBytes = 32
    private static let halfBytes = 16

    /// The hash before a clinic's first segment.
    package static func start(of clinic: UUIDBytes) -> [UInt8] {
        Array(SHA256.hash(data: Array("chairside records 1".utf8) + clinic.bytes))
    }

    /// The hash that the segment must have.
    ///
    /// - Parameter before: the hash of the segment before it, or the start of the chain.
    package func expectedHash(after before: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(data: clinic.bytes)
        digest.update(data: Self.bigEndian(number))
        digest.update(data: Array(SHA256.hash(data: Array(source.utf8))))
        digest.update(data: Array("\(sealedAt.microsecondsSince1970)".utf8))
        digest.update(data: lastID.bytes)
        digest.update(data: Self.bigEndian(lastPosition))
        digest.update(data: items)
        return Array(SHA256.hash(data: before + Array(digest.finalize())))
    }

    /// The ids of the segment's rows, each with the first half of the row's digest.
    package var rows: [(id: UUIDBytes, half: [UInt8])] {
        stride(from: 0, to: items.count - Self.itemBytes + 1, by: Self.itemBytes).compactMap { start in
            let middle = start + Self.halfBytes
            guard let id = UUIDBytes(bytes: items[start..<middle]) else { return nil }
            return (id, Array(items[middle..<(middle + Self.halfBytes)]))
        }
    }

    private static func bigEndian(_ value: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * Int64($0))) }
    }
}
