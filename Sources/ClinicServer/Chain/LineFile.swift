import Foundation

/// A file of any length that is read line by line.
package struct LineFile {
    package let path: String
    /// The maximum number of bytes of a line, so that a file without line ends does not fill the memory.
    private let longestLine: Int

    package init(path: String, longestLine: Int = 16 << 20) {
        self.path = path
        self.longestLine = longestLine
    }

    package struct Unusable: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Calls `body` with each line of the file that is not empty.
    ///
    /// - Parameter tooLong: called for each line that is too long, which is left out; without it, such a line is an error.
    package func forEachLine(
        progress: (Int64, Int64) -> Void, tooLong: (() -> Void)? = nil, _ body: ([UInt8]) throws -> Void
    ) throws {
        try forEachNumberedLine(progress: progress, tooLong: tooLong) { line, _ in
            if !line.isEmpty { try body(Array(line)) }
        }
    }

    /// Calls `body` with each line and its number, beginning with 1.
    ///
    /// - Parameter progress: receives the number of bytes that were read, and of all bytes.
    package func forEachNumberedLine(
        progress: (Int64, Int64) -> Void, tooLong: (() -> Void)? = nil, _ body: (ArraySlice<UInt8>, Int) throws -> Void
    ) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Unusable(description: "cannot read \(path)") }
        defer { try? file.close() }
        let all = Int64(try file.seekToEnd())
        try file.seek(toOffset: 0)
        var (done, number): (Int64, Int) = (0, 0)
        var rest: [UInt8] = []
        /// Whether the beginning of the line that is being read was dropped, since the line is too long. Its rest is
        /// dropped, too.
        var isDropping = false
        func drop(_ number: Int) throws {
            guard !isDropping else { return }
            guard let tooLong else {
                throw Unusable(description: "\(path), line \(number): the line is longer than \(longestLine) bytes")
            }
            tooLong()
        }
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            rest += piece
            done += Int64(piece.count)
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                if isDropping || end - start > longestLine {
                    try drop(number)
                    isDropping = false
                } else {
                    try body(rest[start..<end], number)
                }
                start = end + 1
            }
            rest.removeFirst(start)
            if isDropping || rest.count > longestLine {
                try drop(number + 1)
                isDropping = true
                rest.removeAll(keepingCapacity: true)
            }
            progress(done, all)
        }
        if !rest.isEmpty { try body(rest[...], number + 1) }
    }
}
