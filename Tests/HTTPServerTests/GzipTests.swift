import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite struct GzipTests {
    private func expanded(_ bytes: [UInt8]) async throws -> [UInt8] {
        let file = URL(filePath: "/tmp/chairside-\(UUID().uuidString).gz")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        return Array(try await Shell.run(["gzip", "-dc", file.path(percentEncoded: false)]).utf8)
    }

    @Test func `one gzip encoder compresses several bodies, and the program gzip expands each of them`() async throws {
        let encoder = try #require(GzipEncoder())
        for count in [120, 5_000, 110, 60_000] {
            let text = (0..<count).map { "\($0 % 97) teeth, " }.joined()
            let compressed = try #require(encoder.compress(Array(text.utf8)))
            #expect(compressed.count < text.utf8.count / 2 + 64)
            #expect(try await expanded(compressed) == Array(text.utf8))
        }
    }

    @Test func `the gzip encoder gives no body if the compressed body would not be shorter`() throws {
        let encoder = try #require(GzipEncoder())
        #expect(encoder.compress((0..<4_096).map { _ in UInt8.random(in: 0...255) }) == nil)
        #expect(encoder.compress([]) == nil)
        // After a body that the encoder could not shorten, it can still compress the next one.
        #expect(encoder.compress([UInt8](repeating: 7, count: 4_096)) != nil)
    }

    @Test(arguments: [(1_023, false), (1_024, true), (2_097_152, true), (2_097_153, false)])
    func `the gzip encoder compresses only bodies from 1 KiB to 2 MiB`(_ count: Int, _ isCompressed: Bool) throws {
        let encoder = try #require(GzipEncoder())
        #expect((encoder.compress([UInt8](repeating: 7, count: count)) != nil) == isCompressed)
    }

    @Test func `a suffix can be inserted before the closing quotation mark of the ETag field`() {
        var fields: HTTPFields = ["Vary": "Origin", "ETag": "\"17\"", "X": "\"y\""]
        fields.insert("-gzip", beforeQuoteOf: "ETag: \"")
        #expect(fields == ["Vary": "Origin", "ETag": "\"17-gzip\"", "X": "\"y\""])
        fields.insert("-gzip", beforeQuoteOf: "Z: ")
        #expect(fields.holds("Vary: Origin"))
        #expect(!fields.holds("Origin"))
        var weak: HTTPFields = ["ETag": "W/\"17\""]
        weak.insert("-gzip", beforeQuoteOf: "ETag: \"")
        #expect(weak == ["ETag": "W/\"17\""])
    }
}
