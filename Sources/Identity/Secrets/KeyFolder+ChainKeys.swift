import Crypto
public import EventSourcing
import Foundation

/// The keys that sign the ends of hash chains: the files `chain-NAME.pem` (P-256, PKCS #8). The key whose name sorts
/// last signs. Each of the other keys still verifies the signatures that were made with it.
extension KeyFolder {
    /// Creates a key that signs the ends of hash chains, if there is none.
    public func initializeChainKey(name: String) throws {
        if try chainKeyNames().isEmpty { try makeChainKey(name) }
    }

    /// Creates a key that will sign the ends of hash chains after the servers' next start. Signatures of other keys are
    /// accepted as long as the files of these keys exist.
    ///
    /// - Parameter name: the key's name. `nil` names the key after the present day, or after the present second if the
    ///   day does not sort after the other names.
    /// - Returns: the key's name.
    /// - Throws: `Unusable` if the name does not sort last, so that another key would continue to sign.
    public func addChainKey(named name: String?, at now: Instant) throws -> String {
        let new = try Self.newName(name, after: chainKeyNames(), at: now)
        try makeChainKey(new)
        return new
    }

    private func makeChainKey(_ name: String) throws {
        try write(Data(P256.Signing.PrivateKey().pemRepresentation.utf8), to: "\(path)/chain-\(name).pem")
    }

    /// The keys that sign the ends of hash chains, as PEM, in the order of their names.
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
