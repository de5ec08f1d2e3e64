import Crypto
public import EventSourcing
import Foundation

/// The keys that sign the ends of chains: `chain-NAME.pem` (P-256, PKCS #8). The key whose name sorts last signs. With
/// each of the other keys, the signatures that it made before are verified.
extension KeyFolder {
    /// Creates a key that signs the ends of chains, if there is none.
    public func initializeChainKey(name: String) throws {
        if try chainKeyNames().isEmpty { try makeChainKey(name) }
    }

    /// Creates a key that will sign the ends of chains after the servers' next start. Signatures of other keys are
    /// accepted as long as their files exist.
    ///
    /// - Parameter name: the key's name; `nil` for the present day, or the present second if that does not sort last.
    /// - Returns: the key's name.
    /// - Throws: `Unusable` if another key would continue to sign.
    public func addChainKey(named name: String?, at now: Instant) throws -> String {
        let new = try Self.newName(name, after: chainKeyNames(), at: now)
        try makeChainKey(new)
        return new
    }

    private func makeChainKey(_ name: String) throws {
        try write(Data(P256.Signing.PrivateKey().pemRepresentation.utf8), to: "\(path)/chain-\(name).pem")
    }

    /// The keys that sign the ends of chains, by name, as PEM, in the order of their names.
    ///
    /// - Throws: `Unusable`, with the path that must be corrected.
    public func chainKeys() throws -> [(name: String, pem: String)] {
        try chainKeyNames().map { name in
            let file = "\(path)/chain-\(name).pem"
            guard let pem = String(data: try read(file), encoding: .utf8) else { throw Unusable.malformed(file) }
            return (name, pem)
        }
    }

    func chainKeyNames() throws -> [String] { try names(from: "chain-", to: ".pem") }
}
