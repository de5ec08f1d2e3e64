import Clinic
import EventSourcing
import Foundation
import Testing

/// Tests that `ops/following.md` says for each feature what follows when a thing changes to which the feature refers.
@Suite struct FollowingTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A line of a feature's table.
    private struct Line {
        let changes: [String]
        let sentence: String
        let tests: [String]
    }

    private struct Feature {
        let name: String
        var readModels: [String] = []
        var lines: [Line] = []
    }

    /// The page: the events of each change, the events that change nothing elsewhere, and the features.
    private struct Page {
        var changes: [String: [String]] = [:]
        var others: [String] = []
        var features: [Feature] = []

        init() throws {
            let text = try String(
                contentsOf: FollowingTableTests.root.appending(path: "ops/following.md"), encoding: .utf8)
            var isAboutChanges = false
            for line in text.split(separator: "\n").map(String.init) {
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                if line == "## Changes" {
                    isAboutChanges = true
                } else if line.hasPrefix("## ") {
                    isAboutChanges = false
                    features.append(Feature(name: String(line.dropFirst(3))))
                } else if line.hasPrefix("| ") || line.hasPrefix("|-") {
                    guard cells.count == 3, !["change", "changes", "---"].contains(cells[0]) else { continue }
                    if isAboutChanges {
                        changes[cells[0]] = FollowingTableTests.quoted(cells[2])
                    } else {
                        features[features.count - 1].lines.append(
                            Line(
                                changes: cells[0].components(separatedBy: ", "), sentence: cells[1],
                                tests: FollowingTableTests.quoted(cells[2])))
                    }
                } else if isAboutChanges {
                    others += FollowingTableTests.quoted(line)
                } else if line.hasPrefix("Read models: ") {
                    features[features.count - 1].readModels = FollowingTableTests.quoted(line)
                }
            }
        }
    }

    /// The texts between backticks.
    private static func quoted(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    @Test func `each type of event is under one change, or is said to change nothing elsewhere`() throws {
        let page = try Page()
        let named = (page.changes.values.flatMap { $0 } + page.others).sorted()
        #expect(named == Set(ClinicEvent.types.all.map(\.name)).sorted())
    }

    @Test func `each read model belongs to one feature`() throws {
        let named = try Page().features.flatMap(\.readModels).sorted()
        #expect(named == ClinicFeatures.readModels.map(\.projection.table.name.description).sorted())
    }

    @Test func `each feature has one line for each change, which has tests or says why nothing follows`() throws {
        let page = try Page()
        #expect(!page.features.isEmpty)
        for feature in page.features {
            #expect(feature.lines.flatMap(\.changes).sorted() == page.changes.keys.sorted(), "\(feature.name)")
            for line in feature.lines where line.tests.isEmpty {
                let reason = ["Does not refer: ", "Stays: "].first { line.sentence.hasPrefix($0) }
                #expect(reason != nil, "\(feature.name): \(line.changes)")
            }
        }
    }

    @Test func `each test that the page names exists`() throws {
        var known: Set<String> = []
        let files = FileManager.default.enumerator(
            at: Self.root.appending(path: "Tests"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let source = try String(contentsOf: file, encoding: .utf8)
            for part in source.components(separatedBy: "func") {
                // A long name is on the line after `func`.
                let rest = part.drop { $0.isWhitespace }
                guard rest.first == "`" else { continue }
                // Some tests begin with numbers of `ops/conformance.md`, which the page leaves out.
                let words = rest.dropFirst().prefix { $0 != "`" }.split(separator: " ")
                known.insert(words.drop { $0.wholeMatch(of: /O\d+/) != nil }.joined(separator: " "))
            }
        }
        let named = try Page().features.flatMap { $0.lines.flatMap(\.tests) }
        #expect(named.filter { !known.contains($0) } == [])
    }
}
