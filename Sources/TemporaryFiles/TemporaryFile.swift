import Foundation

/// A file without a name. It is removed when the process ends, also if the process is killed.
package final class TemporaryFile {
    private let file: FileHandle

    /// Creates an empty temporary file.
    ///
    /// - Parameter folder: the file's folder; without it, the folder that `TMPDIR` names, or else `/tmp`.
    package init(in folder: URL = FileManager.default.temporaryDirectory) throws(TemporaryFileFailure) {
        let url = folder.appending(path: "chairside-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw TemporaryFileFailure("no temporary file can be created in \(folder.path)") }
        defer { try? FileManager.default.removeItem(at: url) }
        do { file = try FileHandle(forUpdating: url) } catch { throw TemporaryFileFailure(error) }
    }

    package init(_ file: FileHandle) { self.file = file }

    /// Reads `count` bytes of a temporary file from an offset on, or fewer at the end of the file.
    package func read(_ count: Int, at offset: UInt64) throws(TemporaryFileFailure) -> Data {
        do {
            try file.seek(toOffset: offset)
            return try file.read(upToCount: count) ?? Data()
        } catch { throw TemporaryFileFailure(error) }
    }

    /// Writes bytes to a temporary file from an offset on, which may be after the end of the file.
    package func write(_ bytes: Data, at offset: UInt64) throws(TemporaryFileFailure) {
        do {
            try file.seek(toOffset: offset)
            try file.write(contentsOf: bytes)
        } catch { throw TemporaryFileFailure(error) }
    }
}
