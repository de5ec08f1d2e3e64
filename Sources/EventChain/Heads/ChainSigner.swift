import Crypto
import EventSourcing
import Identifiers

/// A key that signs the ends of hash chains.
package struct ChainSigner: Sendable {
    package let name: String
    private let key: P256.Signing.PrivateKey

    package init(name: String, key: P256.Signing.PrivateKey) {
        self.name = name
        self.key = key
    }

    package var publicKey: P256.Signing.PublicKey { key.publicKey }

    package func sign(
        _ point: ChainPoint, of clinic: UUIDBytes, at now: Instant, subject: ChainSubject = .events
    ) throws -> SignedHead {
        let text = SignedHead.text(subject, clinic, point.position, point.hash, now)
        return SignedHead(
            of: subject, clinic: clinic, position: point.position, hash: point.hash, signedAt: now, key: name,
            signature: Array(try key.signature(for: text).derRepresentation))
    }
}
