import Foundation
import Glibc
import JWTKit

/// The folder with the server's secrets. `pepper` has the pepper (32 random bytes), `signing-KID.pem` a signing key
/// (P-256, PKCS #8), `master-NAME.key` a master key (32 random bytes), and `chain-NAME.pem` a key that signs the ends
/// of hash chains.
///
/// The signing key whose name sorts last signs. All signing keys verify and are published. So a new signing key is
/// introduced by adding a file, and an old one is retired by deleting its file after the last access token that it
/// signed has expired.
public struct KeyFolder: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    public enum Unusable: Error, CustomStringConvertible {
        case unreadable(String)
        case unwritable(String)
        case readableByOthers(String)
        case malformed(String)
        case noSigningKey(String)
        case badName(String)
        case taken(String)
        case notNewest(String, newest: String)
        case noSuchKey(String)
        case signs(String)
        case stillNeeded(String, seconds: Int64)

        public var description: String {
            switch self {
            case .unreadable(let path): "cannot read \(path)"
            case .unwritable(let path): "cannot write \(path)"
            case .readableByOthers(let path):
                "\(path) can be read by others; it must be readable by its owner alone (mode 600)"
            case .malformed(let path): "\(path) does not hold what its name says"
            case .noSigningKey(let path): "no signing-*.pem in \(path); make one with: chairside keys init"
            case .badName(let name): "\(name) is no name for a key: letters, digits, - . _, 64 at most"
            case .taken(let name): "there is a key \(name) already"
            case .notNewest(let name, let newest):
                "\(name) would not sign, since the key whose name sorts last does: that is \(newest)"
            case .noSuchKey(let name): "there is no key \(name)"
            case .signs(let name): "\(name) signs; add another key first"
            case .stillNeeded(let name, let seconds):
                "tokens of \(name) may still be in use for \(seconds) s; --now refuses them at once"
            }
        }
    }

    /// A secret that a server needs and that a file of the folder holds.
    public enum Secret: String, CaseIterable, Sendable {
        case pepper = "pepper"
        case signingKey = "signing key"
        case masterKey = "master key"
        case chainKey = "chain key"
    }

    /// The secrets that the folder lacks; all of them if the folder does not exist.
    public func lacking() throws -> [Secret] {
        guard FileManager.default.fileExists(atPath: path) else { return Secret.allCases }
        return try Secret.allCases.filter { secret in
            switch secret {
            case .pepper: !FileManager.default.fileExists(atPath: pepperPath)
            case .signingKey: try signingKeyNames().isEmpty
            case .masterKey: try masterKeyNames().isEmpty
            case .chainKey: try chainKeyNames().isEmpty
            }
        }
    }

    /// Creates the pepper, a signing key and a master key if they are missing. Existing secrets are kept.
    /// `initializeChainKey` creates the chain key.
    ///
    /// - Parameter kid: the name of a first signing key and of a first master key, such as the day.
    public func initialize(kid: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if !files.fileExists(atPath: pepperPath) { try write(Data(randomBytes(32)), to: pepperPath) }
        if try signingKeyNames().isEmpty {
            try makeSigningKey(kid)
        }
        if try masterKeyNames().isEmpty { _ = try addMasterKey(named: kid) }
    }

    func makeSigningKey(_ name: String) throws {
        try write(Data(ES256PrivateKey().pemRepresentation.utf8), to: file(of: name))
    }

    /// Reads the pepper and the signing keys.
    ///
    /// - Throws: `Unusable`, with the path that must be corrected.
    public func load() async throws -> (pepper: Pepper, keys: SigningKeys) {
        let keys = try await loadSigningKeys()
        guard let pepper = try? Pepper([UInt8](try read(pepperPath))) else { throw Unusable.malformed(pepperPath) }
        return (pepper, keys)
    }

    func loadSigningKeys() async throws -> SigningKeys {
        let names = try signingKeyNames()
        guard let newest = names.last else { throw Unusable.noSigningKey(path) }
        var pairs: [(kid: String, key: ES256PrivateKey)] = []
        for name in names {
            guard let pem = String(data: try read(file(of: name)), encoding: .utf8),
                let key = try? ES256PrivateKey(pem: pem)
            else { throw Unusable.malformed(file(of: name)) }
            pairs.append((name, key))
        }
        return await SigningKeys(pairs, active: newest)
    }

    private var pepperPath: String { "\(path)/pepper" }

    func file(of key: String) -> String { "\(path)/signing-\(key).pem" }

    func signingKeyNames() throws -> [String] { try names(from: "signing-", to: ".pem") }

    /// The sorted names of the files with a prefix and a suffix. The returned names lack prefix and suffix.
    func names(from prefix: String, to suffix: String) throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Unusable.unreadable(path)
        }
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
            .map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) }.sorted()
    }

    func read(_ file: String) throws -> Data {
        guard let handle = FileHandle(forReadingAtPath: file) else { throw Unusable.unreadable(file) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let mode = attributes?[.posixPermissions] as? Int else { throw Unusable.unreadable(file) }
        guard mode & 0o077 == 0 else { throw Unusable.readableByOthers(file) }
        guard let data = try? handle.readToEnd() else { throw Unusable.malformed(file) }
        return data
    }

    /// Writes a file completely or not at all. An existing file is never overwritten, since another process may be
    /// creating it.
    func write(_ data: Data, to file: String) throws {
        let draft = "\(file).\(getpid())"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Unusable.unwritable(file) }
        defer { _ = unsafe unlink(draft) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        guard unsafe link(draft, file) == 0 || errno == EEXIST else { throw Unusable.unwritable(file) }
    }
}
