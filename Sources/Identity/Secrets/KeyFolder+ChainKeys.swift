import Crypto
import Foundation

/// The keys that sign the ends of chains: `chain-NAME.pem` (P-256, PKCS #8). The one whose name sorts last signs; the others
/// show that what they signed is theirs.
extension KeyFolder {
    /// Makes one where there is none.
    public func initializeChainKey(name: String) throws {
        guard try chainKeyNames().isEmpty else { return }
        try write(Data(P256.Signing.PrivateKey().pemRepresentation.utf8), to: "\(path)/chain-\(name).pem")
    }

    /// The keys by name, as PEM, in the order of their names.
    ///
    /// - Throws: `Unusable`, with the path that must be mended.
    public func chainKeys() throws -> [(name: String, pem: String)] {
        try chainKeyNames().map { name in
            let file = "\(path)/chain-\(name).pem"
            guard let pem = String(data: try read(file), encoding: .utf8) else { throw Unusable.malformed(file) }
            return (name, pem)
        }
    }

    private func chainKeyNames() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Unusable.unreadable(path)
        }
        return names.filter { $0.hasPrefix("chain-") && $0.hasSuffix(".pem") }
            .map { String($0.dropFirst("chain-".count).dropLast(".pem".count)) }.sorted()
    }
}
