import Foundation
import JWTKit

/// The folder with the server's secrets: `pepper` (32 random bytes) and signing keys, `signing-KID.pem` (P-256, PKCS #8).
///
/// The key whose name sorts last signs; all of them verify, so a new key is brought in by adding a file.
public struct KeyFolder: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    public enum Unusable: Error, CustomStringConvertible {
        case unreadable(String)
        case readableByOthers(String)
        case malformed(String)
        case noSigningKey(String)

        public var description: String {
            switch self {
            case .unreadable(let path): "cannot read \(path)"
            case .readableByOthers(let path): "\(path) can be read by others; it must be readable by its owner alone (mode 600)"
            case .malformed(let path): "\(path) does not hold what its name says"
            case .noSigningKey(let path): "no signing-*.pem in \(path); make one with: chairside keys init"
            }
        }
    }

    /// Makes what is missing; what is there stays.
    ///
    /// - Parameter kid: the name of a first signing key, such as the day it was made.
    public func initialize(kid: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if !files.fileExists(atPath: pepperPath) { try write(Data(randomBytes(32)), to: pepperPath) }
        if try signingKeyNames().isEmpty {
            try write(Data(ES256PrivateKey().pemRepresentation.utf8), to: "\(path)/signing-\(kid).pem")
        }
    }

    /// - Throws: `Unusable`, with the path that must be mended.
    public func load() async throws -> (pepper: Pepper, keys: SigningKeys) {
        let names = try signingKeyNames()
        guard let newest = names.last else { throw Unusable.noSigningKey(path) }
        var pairs: [(kid: String, key: ES256PrivateKey)] = []
        for name in names {
            let file = "\(path)/signing-\(name).pem"
            guard let pem = String(data: try read(file), encoding: .utf8), let key = try? ES256PrivateKey(pem: pem)
            else { throw Unusable.malformed(file) }
            pairs.append((name, key))
        }
        guard let pepper = try? Pepper([UInt8](try read(pepperPath))) else { throw Unusable.malformed(pepperPath) }
        return (pepper, await SigningKeys(pairs, active: newest))
    }

    private var pepperPath: String { "\(path)/pepper" }

    private func signingKeyNames() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Unusable.unreadable(path)
        }
        return names.filter { $0.hasPrefix("signing-") && $0.hasSuffix(".pem") }
            .map { String($0.dropFirst("signing-".count).dropLast(".pem".count)) }.sorted()
    }

    private func read(_ file: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: file) else { throw Unusable.unreadable(file) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 == 0 else {
            throw Unusable.readableByOthers(file)
        }
        return data
    }

    private func write(_ data: Data, to file: String) throws {
        let made = FileManager.default.createFile(
            atPath: file, contents: data, attributes: [.posixPermissions: 0o600])
        guard made else { throw Unusable.unreadable(file) }
    }
}
