import Catalogue
import ClinicServer
import ClinicTestSupport
import Foundation
import TestSupport
import Testing

/// Tests the file that an operator gives in place of the bundled catalogue.
@Suite struct CatalogueFileTests {
    private func withFile<T>(_ text: String, _ work: (CatalogueFile) throws -> T) throws -> T {
        let path = FileManager.default.temporaryDirectory.appending(path: "catalogue-\(newKey()).json")
        try Data(text.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try work(CatalogueFile(path: path.path))
    }

    @Test func `the catalogue that is read from the file in fixtures has the drugs of the bundled catalogue`() throws {
        let file = CatalogueFile(path: Repository.file("fixtures/catalogue/catalogue.json").path)
        #expect(try file.load().drugs == Catalogue.bundled().drugs)
    }

    @Test func `the error about an unusable catalogue file names the file and the place of the error`() throws {
        let version = #"{"version":"2026.1","drugs":[],"studies":[]}"#
        #expect(try withFile(version) { try $0.load().drugs.isEmpty })
        for (text, part) in [
            ("", "1 byte"), ("{", "at byte 1"), (#"{"version":"1","drugs":[],"studies":[]}"#, "/version:"),
            (#"{"version":"2026.1","drugs":[{}],"studies":[]}"#, "/drugs/0/id:"),
        ] {
            try withFile(text) { file in
                do {
                    _ = try file.load()
                    Issue.record("\(text) was read")
                } catch {
                    #expect("\(error)".contains("catalogue-") && "\(error)".contains(part), "\(error)")
                }
            }
        }
        let missing = CatalogueFile(path: "/nowhere/catalogue.json")
        #expect(throws: CatalogueFile.Unusable.self) { try missing.load() }
    }
}
