import EventSourcing
import Foundation
import Identifiers
import Projections
import TemporaryFiles
import Testing

/// Tests the temporary files in which a rebuild or a verification stores documents.
struct `A store of spilled documents` {
    private struct Key: Hashable {
        let section: UInt32
        let key: DocumentKey
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `after random changes, a store of spilled documents has the same documents as a dictionary`(_ seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let store = SpillStore(pagesInMemory: 3) { try TemporaryFile() }
        var expected: [Key: [UInt8]] = [:]
        for _ in 0..<12_000 {
            let number = Int.random(in: 0..<6_000, using: &random)
            let key = Key(
                section: UInt32(number % 3),
                key: number % 3 == 0 ? .text("key \(number)") : .id(UUIDBytes(high: 7, low: UInt64(number))))
            let known = try store.get(key.key, in: key.section)
            #expect(known?.bytes == expected[key])
            if let known, Int.random(in: 0..<4, using: &random) == 0 {
                try store.remove(key.key, in: key.section, at: known.place)
                expected[key] = nil
            } else {
                let length = Int.random(in: 0..<200, using: &random)
                let bytes = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: length)
                try store.put(bytes, key.key, in: key.section, replacing: known?.place)
                expected[key] = bytes
            }
        }
        var all: [Key: [UInt8]] = [:]
        for section in 0..<3 as Range<UInt32> {
            let next = store.all(in: section)
            while let (key, bytes) = try next() {
                #expect(all.updateValue(bytes, forKey: Key(section: section, key: key)) == nil)
            }
        }
        #expect(all == expected)
    }

    @Test func `a spilled document is found only under the number of its projection`() throws {
        let store = SpillStore { try TemporaryFile() }
        #expect(try store.get(.text("a"), in: 0) == nil)
        try store.put([1], .text("a"), in: 0, replacing: nil)
        try store.put([2], .text("a"), in: 1, replacing: nil)
        #expect(try store.get(.text("a"), in: 0)?.bytes == [1])
        #expect(try store.get(.text("a"), in: 1)?.bytes == [2])
        #expect(try store.get(.text("a"), in: 2) == nil)
    }

    @Test func `the temporary files of spilled documents have no name, so no file is left if the process ends`() throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = SpillStore(pagesInMemory: 1) { try TemporaryFile(in: folder) }
        for number in 0..<5_000 as Range<UInt64> {
            try store.put(
                [UInt8](repeating: 1, count: 300), .id(UUIDBytes(high: number &* 0x9e37_79b9_7f4a_7c15, low: number)),
                in: 0, replacing: nil)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try store.get(.id(UUIDBytes(high: 0, low: 0)), in: 0)?.bytes.count == 300)
    }

    @Test func `the error about a temporary file in a missing folder names the folder`() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)")
        let store = SpillStore { try TemporaryFile(in: folder) }
        let failure = #expect(throws: TemporaryFileFailure.self) {
            try store.put([1], .text("a"), in: 0, replacing: nil)
        }
        #expect(failure?.description.contains(folder.path) == true)
    }

    @Test func `the temporary file of spilled documents contains no document in clear text`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "spill-\(UUID().uuidString)")
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: url) }
        var isMade = false
        let store = SpillStore {
            defer { isMade = true }
            // The first of the open files is the one in which the documents are stored.
            return try isMade
                ? TemporaryFile()
                : TemporaryFile(FileHandle(forUpdating: url))
        }
        let name = "Margarethe"
        try store.put(Array(name.utf8), .text(name), in: 0, replacing: nil)
        // Before a stored document is read back, pending documents are written to the file.
        #expect(try store.get(.text(name), in: 0)?.bytes == Array(name.utf8))
        let content = try Data(contentsOf: url)
        #expect(content.count > name.utf8.count && content.range(of: Data(name.utf8)) == nil)
    }
}
