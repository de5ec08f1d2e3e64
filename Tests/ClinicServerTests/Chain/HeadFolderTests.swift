import ClinicServer
import EventChain
import Foundation
import Testing

@Suite struct HeadFolderTests {
    @Test func `each overlong line in a file of signed heads counts as one unreadable line, even without a line break`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "heads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "record-heads-2026-11.jsonl")
        // The file is read in pieces of 1 MiB. The last line has no end.
        for (lengths, end) in [([5_000], "\n"), ([5_000, 3 << 20, 4_097, 1 << 20], "\n"), ([3 << 20], ""), ([10], "")] {
            let lines = lengths.map { String(repeating: "x", count: $0) }.joined(separator: "\n") + end
            try Data(lines.utf8).write(to: file)
            #expect(try HeadFolder(path: folder.path).forEachHead(of: .records) { _ in } == lengths.count)
        }
    }

    @Test func `a line of a file is read whole if it is as long as permitted, and refused if it is one byte longer`()
        throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = LineFile(path: file.path, longestLine: 10)
        var lengths: [Int] = []
        try Data((String(repeating: "x", count: 10) + "\n" + String(repeating: "y", count: 10)).utf8).write(to: file)
        try lines.forEachLine(progress: { _, _ in }) { lengths.append($0.count) }
        #expect(lengths == [10, 10])
        try Data((String(repeating: "x", count: 11) + "\n").utf8).write(to: file)
        let failure = #expect(throws: LineFile.Unusable.self) { try lines.forEachLine(progress: { _, _ in }) { _ in } }
        #expect(failure?.description == "\(file.path), line 1: the line is longer than 10 bytes")
    }
}
