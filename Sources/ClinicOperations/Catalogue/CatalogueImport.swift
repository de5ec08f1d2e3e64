import Catalogue
import ClinicServer
import Foundation
import JSON

/// Makes a file with a catalogue of drugs and studies from the files of an RxNorm release. With `serve --catalogue`, a
/// server uses the file.
package struct CatalogueImport: Sendable {
    /// The folder `rrf` of an RxNorm release.
    let folder: String
    /// The version of the new catalogue, such as `2026.2`.
    let version: String
    let output: String

    package init(from folder: String, version: String, to output: String) {
        self.folder = folder
        self.version = version
        self.output = output
    }

    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads the RxNorm release line by line and writes the catalogue of drugs and studies. An existing catalogue file
    /// is replaced only when the new one is complete.
    ///
    /// - Parameter progress: receives the name of the file that is read, the number of bytes that were read, and the
    ///   number of all bytes.
    /// - Returns: the number of drugs and the number of studies in the new catalogue.
    /// - Throws: `Unusable` with the file and the line's number for a line that cannot be read.
    package func run(progress: (String, Int64, Int64) -> Void) throws -> (drugs: Int, studies: Int) {
        guard let version = CatalogueVersion(version) else {
            throw Unusable(description: "a release is a year and a number, such as 2026.2")
        }
        var release = RxNormImport()
        for table in RxNormTable.allCases { try read(table, into: &release, progress) }
        let bundled = try Catalogue.bundled()
        let catalogue: Catalogue
        do { catalogue = try release.catalogue(version, beside: bundled) } catch {
            throw Unusable(description: "the catalogue \(version) cannot be made: \(error.detail)")
        }
        guard !catalogue.drugs.isEmpty else {
            throw Unusable(description: "\(folder) holds no drug for people that has an ATC code")
        }
        let bytes = Catalogue.codec.bytes(catalogue)
        do {
            try Data(bytes + [UInt8(ascii: "\n")]).write(to: URL(filePath: output), options: .atomic)
        } catch { throw Unusable(description: "cannot write \(output)") }
        return (catalogue.drugs.count, catalogue.studies.count)
    }

    private func read(
        _ table: RxNormTable, into release: inout RxNormImport, _ progress: (String, Int64, Int64) -> Void
    ) throws {
        let file = LineFile(path: "\(folder)/\(table.fileName)", longestLine: 1 << 20)
        try file.forEachNumberedLine(progress: { progress(table.fileName, $0, $1) }) { line, number in
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            do throws(RxNormFault) { try release.read(content, of: table) } catch {
                throw Unusable(description: "\(file.path), line \(number): \(error)")
            }
        }
    }
}
