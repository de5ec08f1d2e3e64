import ClinicServer
import Foundation
import Testing

/// The append-only files for chain heads and erasures.
@Suite struct KeptLinesTests {
    private func appending(_ lines: [String], to content: String?) async throws -> [String] {
        let path = "/tmp/chairside-lines-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let content { try Data(content.utf8).write(to: URL(filePath: path)) }
        try await KeptLines(path: path).append(lines.map { Array($0.utf8) })
        return KeptLines.lines(of: try Data(contentsOf: URL(filePath: path))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test func `lines are appended after those in the file`() async throws {
        #expect(try await appending(["a", "b"], to: nil) == ["a", "b"])
        #expect(try await appending(["b"], to: "a\n") == ["a", "b"])
    }

    @Test func `a line that a killed writer left incomplete does not swallow the next one`() async throws {
        #expect(try await appending(["b"], to: "a\nincomp") == ["a", "incomp", "b"])
    }

    @Test func `lines for a folder that does not exist are refused with its path`() async {
        let error = await #expect(throws: (any Error).self) {
            try await KeptLines(path: "/nowhere/lines.jsonl").append([[97]])
        }
        #expect("\(error as Any)".contains("/nowhere/lines.jsonl"))
    }
}
