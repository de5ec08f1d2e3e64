import JSON

/// A P-256 key's public half as a JWK (RFC 7517 §4, RFC 7518 §6.2.1).
struct PublishedKey: Sendable {
    let kty: String
    let crv: String
    let use: String
    let alg: String
    let kid: String
    let x: String
    let y: String

    init(kid: String, x: String, y: String) {
        self.init(kty: "EC", crv: "P-256", use: "sig", alg: "ES256", kid: kid, x: x, y: y)
    }

    private init(kty: String, crv: String, use: String, alg: String, kid: String, x: String, y: String) {
        self.kty = kty
        self.crv = crv
        self.use = use
        self.alg = alg
        self.kid = kid
        self.x = x
        self.y = y
    }

    private static let codec = object(
        PublishedKey.init(kty:crv:use:alg:kid:x:y:), field("kty", \.kty, .string(max: 10)),
        field("crv", \.crv, .string(max: 10)), field("use", \.use, .string(max: 10)),
        field("alg", \.alg, .string(max: 10)), field("kid", \.kid, .string(max: 200)),
        field("x", \.x, .string(max: 43)), field("y", \.y, .string(max: 43))
    ).named("JSONWebKey")

    private struct KeySet: Sendable { let keys: [PublishedKey] }

    /// `{"keys":[…]}`.
    static let set: Codec<[PublishedKey]> = object(KeySet.init, field("keys", \.keys, .array(codec)))
        .map({ $0.keys }, { KeySet(keys: $0) }).named("JSONWebKeySet")
}
