import Crypto
import EventSourcing
import Foundation
import Identifiers
import JSON
import PostgresEventLog

/// Where the operator wants signed heads to be kept, out of the database's reach: a file of JSON lines a month, and the keys
/// that signed them.
struct HeadFolder: Sendable {
    let path: String

    struct Unusable: Error, CustomStringConvertible {
        let path: String
        var description: String { "signed heads cannot be kept in \(path): it cannot be written" }
    }

    /// Makes the folder, and puts the key's public half there.
    func prepare(_ signer: ChainSigner) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let file = "\(path)/chain-\(signer.name)\(Self.keySuffix)"
            guard !FileManager.default.fileExists(atPath: file) else { return }
            try Data(signer.publicKey.pemRepresentation.utf8 + [UInt8(ascii: "\n")])
                .write(to: URL(filePath: file), options: .atomic)
        } catch { throw Unusable(path: path) }
    }

    /// Returns when they are on the disk.
    func append(_ heads: [SignedHead]) async throws {
        for (month, heads) in Dictionary(grouping: heads, by: { $0.signedAt.rfc3339.prefix(7) }) {
            try await KeptLines(path: "\(path)/heads-\(month).jsonl").append(heads.map { SignedHead.codec.bytes($0) })
        }
    }

    struct Contents {
        var heads: [SignedHead] = []
        var keys = ChainKeyRing()
        /// Lines that are no heads, such as one that was cut off when its writer was killed.
        var unreadableLines = 0
    }

    func read() throws -> Contents {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Unreadable(path: path)
        }
        var contents = Contents()
        for name in names.sorted() {
            guard (name.hasPrefix("heads-") && name.hasSuffix(".jsonl")) || name.hasSuffix(Self.keySuffix) else {
                continue
            }
            guard let bytes = FileManager.default.contents(atPath: "\(path)/\(name)") else {
                throw Unreadable(path: "\(path)/\(name)")
            }
            if name.hasSuffix(Self.keySuffix) {
                guard let key = try? P256.Signing.PublicKey(pemRepresentation: String(decoding: bytes, as: UTF8.self))
                else { throw Unreadable(path: "\(path)/\(name)") }
                contents.keys.keys[String(name.dropFirst("chain-".count).dropLast(Self.keySuffix.count))] = key
            } else {
                for line in KeptLines.lines(of: bytes) {
                    if let head = try? SignedHead.codec.decode(parsing: line) {
                        contents.heads.append(head)
                    } else {
                        contents.unreadableLines += 1
                    }
                }
            }
        }
        return contents
    }

    struct Unreadable: Error, CustomStringConvertible {
        let path: String
        var description: String { "cannot read signed heads and their keys from \(path)" }
    }

    private static let keySuffix = ".pub.pem"
}
