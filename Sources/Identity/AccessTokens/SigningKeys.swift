import JSON
import Foundation
import JWTKit

/// The keys that sign and verify access tokens (ES256, RFC 7518 §3.4).
public struct SigningKeys: Sendable {
    let active: JWKIdentifier
    /// The names of the signing keys, in order; the last one signs.
    let names: [String]
    private let known: Set<String>
    private let collection: JWTKeyCollection
    /// The public keys as JSON, with which other programs verify access tokens (RFC 7517 §5).
    public let jwks: [UInt8]

    package init(_ pairs: [(kid: String, key: ES256PrivateKey)], active: String) async {
        self.active = JWKIdentifier(string: active)
        names = pairs.map(\.kid)
        known = Set(names)
        collection = JWTKeyCollection()
        var published: [PublishedKey] = []
        for (kid, key) in pairs {
            await collection.add(ecdsa: key, kid: JWKIdentifier(string: kid))
            guard let point = key.parameters else { continue }
            published.append(PublishedKey(kid: kid, x: point.x.base64URL, y: point.y.base64URL))
        }
        // jwt-kit verifies a token with an unknown `kid` by the default key, so no default key may be set.
        await collection.clearDefault()
        jwks = PublishedKey.set.bytes(published)
    }

    func sign(_ claims: AccessClaims) async throws -> String {
        var header = JWTHeader()
        header.typ = "JWT"
        return try await collection.sign(claims, kid: active, header: header)
    }

    /// The claims of an access token that was signed with one of these keys, in exactly the form that this server
    /// produces.
    ///
    /// - Returns: `unknownKey` for a token that names another key; `invalid` for another algorithm or type, a critical
    ///   extension, a bad signature, or wrong claims. The expiry is not checked.
    func verify(_ token: ArraySlice<UInt8>) async -> Verification {
        let bytes = Array(token)
        guard
            let header = try? DefaultJWTParser().parse(bytes, as: AccessClaims.self).header,
            header.alg == "ES256", header.typ == "JWT", header.fields["crit"] == nil, let kid = header.kid
        else { return .invalid }
        guard known.contains(kid) else { return .unknownKey }
        guard let claims = try? await collection.verify(bytes, as: AccessClaims.self) else { return .invalid }
        return .claims(claims)
    }

    enum Verification: Sendable {
        case claims(AccessClaims)
        /// The access token was signed, or claims to be signed, with a key that is not among the known keys.
        case unknownKey
        case invalid
    }

    /// Whether an access token was signed with one of the known signing keys, expired or not.
    package func haveSigned(_ token: ArraySlice<UInt8>) async -> Bool {
        if case .claims = await verify(token) { true } else { false }
    }
}

extension String {
    /// Converts base64 to base64url (RFC 4648 §5), without padding.
    fileprivate var base64URL: String {
        String(compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }
}
