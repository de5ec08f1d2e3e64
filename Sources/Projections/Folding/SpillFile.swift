import Crypto
import Foundation
import TemporaryFiles

/// A temporary file of records, encrypted with a key that is only in memory: the records contain documents with patient
/// data, and a disk may keep deleted data.
final class SpillFile {
    private let key = SymmetricKey(size: .bits256)
    private let file: TemporaryFile
    private var written: UInt64 = 0
    /// Encrypted records that will be appended to the file in one write.
    private var gathered = Data()

    private static let piece = 1 << 20

    init(_ file: TemporaryFile) { self.file = file }

    /// Writes a record, in the place of its older version if it fits there. A longer version is appended to the file,
    /// with free space of half its length after it, so that a growing record leaves little unused space behind.
    ///
    /// The stored form has the length of the encrypted record in four bytes, the encrypted record, and zeros.
    func write(_ record: [UInt8], replacing old: SpillExtent?) throws -> SpillExtent {
        guard let sealed = try AES.GCM.seal(record, using: key).combined, let length = UInt32(exactly: sealed.count)
        else { throw TemporaryFileFailure("a document is too long for a temporary file") }
        var stored = Data((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) })
        stored.append(sealed)
        if let old, stored.count <= old.length {
            if old.offset >= written { try flush() }
            try file.write(stored, at: old.offset)
            return old
        }
        if old != nil { stored.append(Data(count: stored.count / 2)) }
        let extent = SpillExtent(
            offset: written + UInt64(gathered.count), length: UInt32(clamping: stored.count))
        gathered.append(stored)
        if gathered.count >= Self.piece { try flush() }
        return extent
    }

    func read(_ extent: SpillExtent) throws -> [UInt8] {
        if extent.offset >= written { try flush() }
        let stored = try file.read(Int(extent.length), at: extent.offset)
        let length = stored.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        do {
            let sealed = try AES.GCM.SealedBox(combined: stored.dropFirst(4).prefix(length))
            return Array(try AES.GCM.open(sealed, using: key))
        } catch { throw TemporaryFileFailure("a document was altered in a temporary file") }
    }

    private func flush() throws {
        try file.write(gathered, at: written)
        written += UInt64(gathered.count)
        gathered.removeAll(keepingCapacity: true)
    }
}
