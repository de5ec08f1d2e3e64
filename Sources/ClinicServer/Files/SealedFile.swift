import EventLoop
import EventStore

/// The error that a stored content is missing or damaged.
struct ContentDamaged: Error {}

/// A stored content that is open for reading. Its functions block, so they must run on the thread of a worker pool.
///
/// The stored bytes are the format's mark, the salt, and the sealed pieces (`FileKey`).
struct SealedFile: Sendable {
    /// The first bytes of each stored content, which name the version of the content's format.
    static let mark = Array("CSF1".utf8)
    private static let headBytes = mark.count + FileKey.saltBytes
    private static let sealedBytes = FileKey.pieceBytes + FileKey.tagBytes

    private let file: OpenFile
    private let sealedSize: Int64
    let salt: [UInt8]
    /// The number of pieces of a stored content, at least one.
    let pieces: Int
    /// The size of a stored content before it was sealed, in bytes.
    let size: Int64

    /// Opens a stored content for reading.
    ///
    /// - Throws: `ContentDamaged` if the file does not exist, or does not have the form of a stored content.
    init(_ path: String) throws {
        guard let file = try? OpenFile.open(path) else { throw ContentDamaged() }
        self.file = file
        let head = try file.read(Self.headBytes, at: 0)
        sealedSize = try file.size() - Int64(Self.headBytes)
        pieces = Int((sealedSize + Int64(Self.sealedBytes) - 1) / Int64(Self.sealedBytes))
        size = sealedSize - Int64(pieces) * Int64(FileKey.tagBytes)
        guard head.count == Self.headBytes, head.starts(with: Self.mark), sealedSize > 0,
            sealedSize - Int64(pieces - 1) * Int64(Self.sealedBytes) > Int64(FileKey.tagBytes)
        else { throw ContentDamaged() }
        salt = Array(head.dropFirst(Self.mark.count))
    }

    /// Decrypts one piece of a stored content.
    ///
    /// - Throws: `ContentDamaged` if the key does not open the piece.
    func piece(_ number: Int, _ key: FileKey) throws -> [UInt8] {
        let start = Int64(number) * Int64(Self.sealedBytes)
        let count = Int(min(Int64(Self.sealedBytes), sealedSize - start))
        guard number >= 0, count > 0 else { throw ContentDamaged() }
        let sealed = try file.read(count, at: Int64(Self.headBytes) + start)
        guard let piece = key.open(sealed, number: UInt64(number), isLast: number == pieces - 1) else {
            throw ContentDamaged()
        }
        return piece
    }
}
