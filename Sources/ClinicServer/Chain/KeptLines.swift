import Foundation

/// A file outside of the database to which lines are only appended: signed heads or erasures.
package struct KeptLines: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    struct Unwritable: Error, CustomStringConvertible {
        let path: String
        var description: String { "nothing can be kept in \(path): it cannot be written" }
    }

    /// Appends lines to this append-only file. Returns once they are on disk.
    @concurrent
    package func append(_ lines: [[UInt8]]) async throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        if isNew, !FileManager.default.createFile(atPath: path, contents: nil) { throw Unwritable(path: path) }
        guard let handle = FileHandle(forUpdatingAtPath: path) else { throw Unwritable(path: path) }
        defer { try? handle.close() }
        var bytes: [UInt8] = []
        // If an earlier writer was killed in the middle of a line, that line is ended before new lines are appended.
        let end = try handle.seekToEnd()
        if end > 0 {
            try handle.seek(toOffset: end - 1)
            if try handle.read(upToCount: 1) != Data([Self.lineEnd]) { bytes.append(Self.lineEnd) }
        }
        for line in lines { bytes += line + [Self.lineEnd] }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.synchronize()
        if isNew {
            let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
            try FileHandle(forReadingAtPath: folder)?.synchronize()
        }
    }

    package static func lines(of bytes: Data) -> [[UInt8]] {
        [UInt8](bytes).split(separator: lineEnd).map { Array($0) }
    }

    private static let lineEnd = UInt8(ascii: "\n")
}
