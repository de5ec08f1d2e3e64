import Crypto

/// The public keys, by name, whose signatures of the ends of hash chains are accepted.
package struct ChainKeyRing: Sendable {
    package var keys: [String: P256.Signing.PublicKey]

    package init(_ keys: [String: P256.Signing.PublicKey] = [:]) { self.keys = keys }

    /// The reason why the signature of a signed head is not accepted; `nil` if the signature is valid.
    package func objection(to head: SignedHead) -> HeadObjection? {
        guard let key = keys[head.key] else { return .unknownKey }
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: head.signature),
            key.isValidSignature(signature, for: head.signedText)
        else { return .invalidSignature }
        return nil
    }
}
