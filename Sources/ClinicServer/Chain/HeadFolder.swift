import Crypto
import EventChain
import EventSourcing
import EventStore
import Foundation
import Identifiers
import JSON

/// The folder for signed heads outside of the database: a file of JSON lines per month, and the public keys.
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

    package struct Contents {
        /// The signed heads of the chains of events and of the chains of records.
        package var heads: [SignedHead] = []
        package var keys = ChainKeyRing()
        /// The number of lines in the outside folder's files that cannot be read as signed heads, such as a line that
        /// is incomplete because its writer was killed.
        package var unreadableLines = 0

        package init() {}

        package func heads(of subject: ChainSubject) -> [SignedHead] { heads.filter { $0.subject == subject } }
    }

    package func read() throws -> Contents {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Unreadable(path: path)
        }
        var contents = Contents()
        for name in names.sorted() {
            let subject = [ChainSubject.events, .records].first {
                name.hasPrefix(Self.prefix(of: $0)) && name.hasSuffix(".jsonl")
            }
            guard subject != nil || name.hasSuffix(Self.keySuffix) else { continue }
            guard let bytes = FileManager.default.contents(atPath: "\(path)/\(name)") else {
                throw Unreadable(path: "\(path)/\(name)")
            }
            guard let subject else {
                guard let key = try? P256.Signing.PublicKey(pemRepresentation: String(decoding: bytes, as: UTF8.self))
                else { throw Unreadable(path: "\(path)/\(name)") }
                contents.keys.keys[String(name.dropFirst("chain-".count).dropLast(Self.keySuffix.count))] = key
                continue
            }
            let codec = SignedHead.codec(of: subject)
            for line in KeptLines.lines(of: bytes) {
                if let head = try? codec.decode(parsing: line) {
                    contents.heads.append(head)
                } else {
                    contents.unreadableLines += 1
                }
            }
        }
        return contents
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
