import Crypto
public import EventSourcing
import Foundation

/// A file for documents that are not kept in memory. It has no name, so it disappears with the process. Its content is
/// encrypted with a key that is only in memory: the documents are patient data, and a disk may keep what was deleted.
final class SpillFile {
    private let key = SymmetricKey(size: .bits256)
    /// The open spill file; `nil` until the first document is written to it.
    private var file: FileHandle?
    private var written: UInt64 = 0
    /// Encrypted documents that will be appended to the spill file in one write.
    private var gathered = Data()

    private static let piece = 1 << 20

    struct Failure: Error {}

    func put(_ bytes: [UInt8]) throws -> SpillPlace {
        guard let sealed = try AES.GCM.seal(bytes, using: key).combined else { throw Failure() }
        let place = SpillPlace(offset: written + UInt64(gathered.count), length: UInt32(sealed.count))
        gathered.append(sealed)
        if gathered.count >= Self.piece { try flush() }
        return place
    }

    func get(_ place: SpillPlace) throws -> [UInt8] {
        if place.offset >= written { try flush() }
        guard let file else { throw Failure() }
        try file.seek(toOffset: place.offset)
        guard let sealed = try file.read(upToCount: Int(place.length)), sealed.count == Int(place.length) else {
            throw Failure()
        }
        return Array(try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key))
    }

    private func flush() throws {
        let file = try file ?? make()
        self.file = file
        try file.seek(toOffset: written)
        try file.write(contentsOf: gathered)
        written += UInt64(gathered.count)
        gathered.removeAll(keepingCapacity: true)
    }

    private func make() throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appending(path: "chairside-spill-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw Failure() }
        defer { try? FileManager.default.removeItem(at: url) }
        return try FileHandle(forUpdating: url)
    }
}

extension DocumentSpill {
    /// Moves documents that do not stay in memory to a file. All projections of a clinic share one file.
    ///
    /// - Parameter documentsInMemory: the number of documents kept in memory for each projection. A document has one or
    ///   two kilobytes.
    public static func toFile(documentsInMemory: Int = 10_000) -> DocumentSpill {
        let file = SpillFile()
        return DocumentSpill(
            documentsInMemory: documentsInMemory, put: { try file.put($0) }, get: { try file.get($0) })
    }
}
