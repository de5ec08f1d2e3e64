import Foundation

/// A file of any length that is read line by line.
struct LineFile {
    let path: String

    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    func forEachLine(progress: (Int64, Int64) -> Void, _ body: ([UInt8]) throws -> Void) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Unusable(description: "cannot read \(path)") }
        defer { try? file.close() }
        let all = Int64(try file.seekToEnd())
        try file.seek(toOffset: 0)
        var done: Int64 = 0
        var rest: [UInt8] = []
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            rest += piece
            done += Int64(piece.count)
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                if end > start { try body(Array(rest[start..<end])) }
                start = end + 1
            }
            rest.removeFirst(start)
            progress(done, all)
        }
        if !rest.isEmpty { try body(rest) }
    }
}
