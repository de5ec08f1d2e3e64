import Catalogue
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import Foundation
import Testing

/// Tests the import of a catalogue from the files of an RxNorm release.
@Suite struct CatalogueImportTests {
    private static func line(_ columns: Int, _ values: [Int: String]) -> String {
        (0..<columns).map { (values[$0] ?? "") + "|" }.joined() + "\n"
    }

    private static func name(_ concept: String, _ type: String, _ text: String) -> String {
        line(18, [0: concept, 11: "RXNORM", 12: type, 14: text, 16: "N"])
    }

    private static func relation(_ first: String, _ name: String, _ second: String) -> String {
        line(16, [0: first, 2: "CUI", 4: second, 6: "CUI", 7: name, 10: "RXNORM", 14: "N"])
    }

    private static let names = [
        name("5640", "IN", "ibuprofen"), name("1", "SCD", "ibuprofen 400 MG Oral Tablet"),
        name("2", "SCDC", "ibuprofen 400 MG"), name("3", "DF", "Oral Tablet"),
        line(18, [0: "5640", 11: "ATC", 12: "IN", 13: "M01AE01", 14: "ibuprofen", 16: "N"]),
    ]
    private static let relations = [
        relation("1", "constitutes", "2"), relation("2", "ingredient_of", "5640"), relation("1", "dose_form_of", "3"),
    ]
    private static let attributes = [
        line(13, [0: "1", 8: "RXN_HUMAN_DRUG", 9: "RXNORM", 10: "US", 11: "N"]),
        line(13, [0: "2", 8: "RXN_STRENGTH", 9: "RXNORM", 10: "400 MG", 11: "N"]),
    ]
    /// The contents of the files of a release with one drug: ibuprofen tablets of 400 mg.
    private static let files = [
        "RXNCONSO.RRF": names.joined(), "RXNREL.RRF": relations.joined(), "RXNSAT.RRF": attributes.joined(),
    ]

    private func withRelease(_ files: [String: String], _ work: (_ folder: URL, _ output: URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rrf-\(newKey())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        try work(folder, folder.appending(path: "catalogue.json"))
    }

    private func run(_ folder: URL, _ output: URL) throws -> (drugs: Int, studies: Int) {
        try CatalogueImport(from: folder.path, version: "2026.2", to: output.path).run { _, _, _ in }
    }

    @Test func `an import writes a catalogue that a server can read`() throws {
        try withRelease(Self.files) { folder, output in
            #expect(try run(folder, output).drugs == 1)
            let catalogue = try CatalogueFile(path: output.path).load()
            #expect(catalogue.version.description == "2026.2")
            #expect(catalogue.drugs.map(\.name) == ["ibuprofen"])
            #expect(catalogue.drugs[0].presentations[0].strengths[0].quantities[0].thousandths == 400_000)
            #expect(try catalogue.studies.count == Catalogue.bundled().studies.count)
        }
    }

    @Test func `the error about a malformed line names the file and the line, and no catalogue is written`() throws {
        for name in ["RXNCONSO.RRF", "RXNREL.RRF", "RXNSAT.RRF"] {
            var files = Self.files
            files[name, default: ""] += "\nx|\n"
            try withRelease(files) { folder, output in
                let lines = Self.files[name]?.filter { $0 == "\n" }.count ?? 0
                do {
                    _ = try run(folder, output)
                    Issue.record("\(name) was read")
                } catch { #expect("\(error)".contains("\(name), line \(lines + 1): "), "\(error)") }
                #expect(!FileManager.default.fileExists(atPath: output.path))
            }
        }
    }

    @Test
    func `an import of a catalogue refuses an RxNorm release with a missing file or with a line that is too long`()
        throws
    {
        var files = Self.files
        files["RXNREL.RRF"] = nil
        try withRelease(files) { folder, output in
            #expect(throws: (any Error).self) { try run(folder, output) }
        }
        files["RXNREL.RRF"] = String(repeating: "x", count: 3 << 20)
        try withRelease(files) { folder, output in
            do {
                _ = try run(folder, output)
                Issue.record("a line of 3 MiB was read")
            } catch { #expect("\(error)".contains("RXNREL.RRF, line 1: the line is longer than"), "\(error)") }
        }
    }
}
