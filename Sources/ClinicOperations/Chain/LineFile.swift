import Foundation

/// A file of any length that is read line by line.
struct LineFile {
    let path: String
    /// The maximum number of bytes of a line, so that a file without line ends does not fill the memory.
    var longestLine = Int.max

    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    /// Calls `body` with each line that is not empty.
    func forEachLine(progress: (Int64, Int64) -> Void, _ body: ([UInt8]) throws -> Void) throws {
        try forEachNumberedLine(progress: progress) { line, _ in if !line.isEmpty { try body(Array(line)) } }
    }

    /// Calls `body` with each line and its number, beginning with 1.
    ///
    /// - Parameter progress: receives the number of bytes that were read, and of all bytes.
    func forEachNumberedLine(
        progress: (Int64, Int64) -> Void, _ body: (ArraySlice<UInt8>, Int) throws -> Void
    ) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Unusable(description: "cannot read \(path)") }
        defer { try? file.close() }
        let all = Int64(try file.seekToEnd())
        try file.seek(toOffset: 0)
        var (done, number): (Int64, Int) = (0, 0)
        var rest: [UInt8] = []
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            rest += piece
            done += Int64(piece.count)
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                try body(rest[start..<end], number)
                start = end + 1
            }
            rest.removeFirst(start)
            guard rest.count <= longestLine else {
                throw Unusable(description: "\(path), line \(number + 1): the line is longer than \(longestLine) bytes")
            }
            progress(done, all)
        }
        if !rest.isEmpty { try body(rest[...], number + 1) }
    }
}
