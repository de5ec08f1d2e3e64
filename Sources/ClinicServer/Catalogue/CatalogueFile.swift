import Catalogue
import Foundation
import JSON

/// A file with a catalogue of drugs and studies. An operator can give it to a server in place of the catalogue that is
/// built into the program.
package struct CatalogueFile: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// The reason why a file cannot be used as a catalogue of drugs and studies, for the operator.
    package struct Unusable: Error, CustomStringConvertible {
        let path: String
        let reason: String

        package var description: String { "the catalogue \(path) cannot be used: \(reason)" }
    }

    /// The maximum size in bytes of a file with a catalogue of drugs and studies. The whole catalogue is kept in
    /// memory.
    private static let maximum = 32 << 20

    package func load() throws(Unusable) -> Catalogue {
        let bytes: Data?
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            bytes = try file.read(upToCount: Self.maximum + 1)
        } catch { throw Unusable(path: path, reason: "it cannot be read") }
        guard let bytes, !bytes.isEmpty, bytes.count <= Self.maximum else {
            throw Unusable(path: path, reason: "it must have from 1 byte to \(Self.maximum >> 20) MiB")
        }
        do throws(DecodingProblem) { return try Catalogue(reading: [UInt8](bytes)) } catch {
            throw Unusable(path: path, reason: "\(error)")
        }
    }
}

extension ServedCatalogue {
    /// The catalogue of drugs and studies that is built into the program, read and rendered on first use.
    private static let builtIn = Result { () throws(DecodingProblem) in ServedCatalogue(try Catalogue.bundled()) }

    /// The catalogue of drugs and studies of a file, or the one that is built into the program if no file is given.
    static func load(_ file: CatalogueFile?) throws -> ServedCatalogue {
        if let file { return ServedCatalogue(try file.load()) }
        return try builtIn.get()
    }
}
