import Crypto
import EventChain
import EventSourcing
import EventStore
import Foundation
import Identifiers
import JSON

/// The folder for signed heads outside of the database: a file of JSON lines for each month and kind of chain, and the
/// public keys.
package struct HeadFolder: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    struct Unusable: Error, CustomStringConvertible {
        let path: String
        var description: String { "signed heads cannot be kept in \(path): it cannot be written" }
    }

    /// Creates the folder for signed heads, and stores the public key in it.
    func prepare(_ signer: ChainSigner) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let file = "\(path)/chain-\(signer.name)\(Self.keySuffix)"
            guard !FileManager.default.fileExists(atPath: file) else { return }
            try Data(signer.publicKey.pemRepresentation.utf8 + [UInt8(ascii: "\n")])
                .write(to: URL(filePath: file), options: .atomic)
        } catch { throw Unusable(path: path) }
    }

    /// Appends signed heads to files in the outside folder. Returns once they are on disk.
    func append(_ heads: [SignedHead]) async throws {
        for subject in [ChainSubject.events, .records] {
            let codec = SignedHead.codec(of: subject)
            let months = Dictionary(grouping: heads.filter { $0.subject == subject }) { $0.signedAt.rfc3339.prefix(7) }
            for (month, heads) in months {
                try await KeptLines(path: "\(path)/\(Self.prefix(of: subject))\(month).jsonl")
                    .append(heads.map { codec.bytes($0) })
            }
        }
    }

    /// Reads the public keys in the outside folder, by their names.
    package func keys() throws -> ChainKeyRing {
        var ring = ChainKeyRing()
        for name in try names() where name.hasSuffix(Self.keySuffix) {
            let file = "\(path)/\(name)"
            guard let bytes = FileManager.default.contents(atPath: file),
                let key = try? P256.Signing.PublicKey(pemRepresentation: String(decoding: bytes, as: UTF8.self))
            else { throw Unreadable(path: file) }
            ring.keys[String(name.dropFirst("chain-".count).dropLast(Self.keySuffix.count))] = key
        }
        return ring
    }

    /// The maximum number of bytes of a line with a signed head; a server writes about 400.
    private static let longestLine = 4_096

    /// Calls `body` with each signed head in the outside folder's files for one kind of chain.
    ///
    /// - Returns: the number of lines that cannot be read as signed heads, such as a line that is incomplete because
    ///   its writer was killed.
    package func forEachHead(of subject: ChainSubject, _ body: (SignedHead) throws -> Void) throws -> Int {
        let codec = SignedHead.codec(of: subject)
        var unreadable = 0
        for name in try names() where name.hasPrefix(Self.prefix(of: subject)) && name.hasSuffix(".jsonl") {
            let file = "\(path)/\(name)"
            guard FileManager.default.isReadableFile(atPath: file) else { throw Unreadable(path: file) }
            let lines = LineFile(path: file, longestLine: Self.longestLine)
            try lines.forEachLine(progress: { _, _ in }, tooLong: { unreadable += 1 }) { line in
                if let head = try? codec.decode(parsing: line) { try body(head) } else { unreadable += 1 }
            }
        }
        return unreadable
    }

    private func names() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Unreadable(path: path)
        }
        return names.sorted()
    }

    struct Unreadable: Error, CustomStringConvertible {
        let path: String
        var description: String { "cannot read signed heads and their keys from \(path)" }
    }

    private static func prefix(of subject: ChainSubject) -> String {
        switch subject {
        case .events: "heads-"
        case .records: "record-heads-"
        }
    }

    private static let keySuffix = ".pub.pem"
}
