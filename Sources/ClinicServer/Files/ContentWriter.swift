import Crypto
import EventLoop
import EventStore
import Synchronization

/// A file's content after it was stored: the address, the hash and the size that the file's event records.
struct StoredContent: Sendable {
    let address: String
    let sha256: String
    let size: Int64
}

/// Seals a content piece by piece and writes it to a file. Its functions block, so they must run on the thread of a
/// worker pool.
final class ContentWriter: Sendable {
    /// The path at which the content of a file is written.
    let path: String
    private let key: FileKey
    private let state: Mutex<State>

    private struct State {
        let file: OpenFile
        /// The bytes of the content that are not sealed yet. They are kept until more bytes follow or the content ends,
        /// since the last piece is sealed differently.
        var waiting: [UInt8] = []
        var number: UInt64 = 0
        var size: Int64 = 0
        var plain = SHA256()
        var sealed = SHA256()
        /// The number of bytes that were written to the file.
        var written: Int64 = 0
        /// The latest bytes of the file that the system has begun to write to disk.
        var writtenBack: Range<Int64> = 0..<0
    }

    /// The number of bytes that are best appended at once, so that an upload needs few changes between threads.
    static let batchBytes = 4 * FileKey.pieceBytes
    /// The number of written bytes after which the system begins to write them to disk. If it did so only at a content's
    /// end, or in large steps, the database's commits would have to wait.
    private static let writtenBackBytes: Int64 = 1024 * 1024

    /// Creates the file for a content and locks it. The lock is held as long as the writer exists, so that no server's
    /// sweep deletes the file.
    init(_ path: String, _ key: FileKey, salt: [UInt8]) throws {
        self.path = path
        self.key = key
        var state = State(file: try OpenFile.create(path))
        guard state.file.lock() else { throw ContentDamaged() }
        try Self.write(SealedFile.mark + salt, &state)
        self.state = Mutex(state)
    }

    func append(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            state.plain.update(data: bytes)
            state.size += Int64(bytes.count)
            state.waiting += bytes
            var rest = state.waiting[...]
            while rest.count > FileKey.pieceBytes {
                try seal(rest.prefix(FileKey.pieceBytes), isLast: false, &state)
                rest = rest.dropFirst(FileKey.pieceBytes)
            }
            state.waiting = Array(rest)
        }
    }

    /// Seals the last piece of a content. Returns when the whole content is on disk, at the writer's path.
    ///
    /// - Precondition: the content is not empty.
    func finish() throws -> StoredContent {
        try state.withLock { state in
            try seal(state.waiting[...], isLast: true, &state)
            state.waiting = []
            try state.file.synchronize()
            return StoredContent(
                address: hexadecimal(state.sealed.finalize()), sha256: hexadecimal(state.plain.finalize()),
                size: state.size)
        }
    }

    private func seal(_ piece: ArraySlice<UInt8>, isLast: Bool, _ state: inout State) throws {
        guard let sealed = key.seal(piece, number: state.number, isLast: isLast) else { throw ContentDamaged() }
        state.number += 1
        try Self.write(sealed, &state)
    }

    private static func write(_ bytes: [UInt8], _ state: inout State) throws {
        state.sealed.update(data: bytes)
        try state.file.append(bytes)
        state.written += Int64(bytes.count)
        let next = state.writtenBack.upperBound..<state.written
        guard next.count >= writtenBackBytes else { return }
        try state.file.writeBack(next, waits: false)
        // The wait for the bytes before limits the number of bytes that wait for the disk.
        try state.file.writeBack(state.writtenBack, waits: true)
        state.writtenBack = next
    }
}

/// A text with the hexadecimal digits of some bytes.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
