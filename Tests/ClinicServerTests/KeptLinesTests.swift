import ClinicServer
import Foundation
import Testing

/// Tests the append-only files for signed heads and for the list of erasures.
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

    @Test func `a file of lines keeps its existing lines when new ones are appended`() async throws {
        #expect(try await appending(["a", "b"], to: nil) == ["a", "b"])
        #expect(try await appending(["b"], to: "a\n") == ["a", "b"])
    }

    @Test func `an incomplete line that a killed process left in a file does not damage the next line`() async throws {
        #expect(try await appending(["b"], to: "a\nincomp") == ["a", "incomp", "b"])
    }

    @Test func `appending a line to a file in a folder that does not exist fails, and the error names the folder`()
        async
    {
        let error = await #expect(throws: (any Error).self) {
            try await KeptLines(path: "/nowhere/lines.jsonl").append([[97]])
        }
        #expect("\(error as Any)".contains("/nowhere/lines.jsonl"))
    }
}
