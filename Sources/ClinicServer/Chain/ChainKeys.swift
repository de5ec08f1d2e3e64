import Crypto
import EventChain
import Identity

/// The key that signs the ends of chains, and all keys whose signatures are accepted.
package struct ChainKeys: Sendable {
    let signer: ChainSigner
    package let ring: ChainKeyRing

    /// Reads the keys that sign the ends of the chains from a folder of keys.
    ///
    /// - Throws: an error that an operator can correct.
    package init(_ folder: KeyFolder) throws {
        var keys: [(name: String, key: P256.Signing.PrivateKey)] = []
        for (name, pem) in try folder.chainKeys() {
            guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
                throw KeyFolder.Unusable.malformed("\(folder.path)/chain-\(name).pem")
            }
            keys.append((name, key))
        }
        guard let newest = keys.last else { throw Missing(path: folder.path) }
        signer = ChainSigner(name: newest.name, key: newest.key)
        ring = ChainKeyRing(Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.key.publicKey) }))
    }

    struct Missing: Error, CustomStringConvertible {
        let path: String
        var description: String { "no chain-*.pem in \(path); make one with: chairside keys init" }
    }
}
