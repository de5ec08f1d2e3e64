import Foundation
import Testing

/// Tests that every file, type and function named in `ops/architecture.md` exists.
@Suite struct ArchitecturePageTests {
    private static let page = "ops/architecture.md"

    /// The words in backquotes of each paragraph or list item of `ops/architecture.md`, outside of its code blocks.
    private static func items() throws -> [[String]] {
        let text = try String(contentsOf: HouseTests.root.appending(path: page), encoding: .utf8)
        // Splitting `ops/architecture.md` at its code fences puts the text outside of code blocks at the even indices.
        let prose = text.components(separatedBy: "```").enumerated().filter { $0.offset.isMultiple(of: 2) }
        var items: [String] = []
        for line in prose.flatMap({ $0.element.components(separatedBy: "\n") }) {
            let begins = line.isEmpty || line.first == "#" || line.first == "|" || line.hasPrefix("- ")
            if begins || line.first?.isNumber == true || items.isEmpty {
                items.append(line)
            } else {
                items[items.count - 1] += " " + line
            }
        }
        return items.map { item in
            item.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        }
    }

    /// The file that a path in `ops/architecture.md` refers to; `nil` if the word is not a path.
    private static func file(_ word: String) -> URL? {
        guard word.contains("/"), !word.contains(" "), !word.hasPrefix("/") else { return nil }
        let isFromRoot = ["ops/", "migrations/", "Tests/", "Sources/"].contains { word.hasPrefix($0) }
        return HouseTests.root.appending(path: isFromRoot ? word : "Sources/\(word)")
    }

    @Test func `every file that the architecture page names exists`() throws {
        let files = try Self.items().flatMap { $0 }.compactMap(Self.file)
        #expect(files.count > 40)
        #expect(files.filter { !FileManager.default.fileExists(atPath: $0.path) }.map(\.path) == [])
    }

    @Test func `every function that the architecture page names is declared in a file named in the same paragraph`()
        throws
    {
        var (count, missing) = (0, [String]())
        for item in try Self.items() {
            let files = item.compactMap(Self.file).filter { !$0.hasDirectoryPath }
            let texts = files.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
            for word in item where word.hasSuffix("()") {
                let name = word.dropLast(2)
                let declarations = ["func \(name)(", "func \(name)<", "FUNCTION \(name)("]
                count += 1
                if !texts.contains(where: { text in declarations.contains { text.contains($0) } }) {
                    missing.append("\(word), beside \(files.map(\.lastPathComponent))")
                }
            }
        }
        #expect(count > 40)
        #expect(missing == [])
    }

    @Test func `every type that the architecture page names is declared in the sources or is a Swift target`() throws {
        let words = Set(try Self.items().flatMap { $0 }.filter { $0.wholeMatch(of: /[A-Z][A-Za-z0-9]+/) != nil })
        let code = try HouseTests.sources()
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: HouseTests.root.appending(path: "Sources").path)
        let kinds = ["class", "struct", "enum", "protocol", "actor"]
        let missing = words.subtracting(folders).filter { word in
            let declarations = kinds.map { "\($0) \(word)" }
            return !code.contains { source in
                source.lines.contains { line in declarations.contains { line.contains($0) } }
            }
        }
        #expect(words.count > 20)
        #expect(missing.sorted() == [])
    }
}
