import JSON

/// The public half of a P-256 key as a JWK (RFC 7517 §4, RFC 7518 §6.2.1).
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
        PublishedKey.init(kty:crv:use:alg:kid:x:y:),
        field("kty", \.kty, .string(max: 10).described("The key's type: `EC`.")),
        field("crv", \.crv, .string(max: 10).described("The curve: `P-256`.")),
        field("use", \.use, .string(max: 10).described("The key's purpose: `sig`, signatures.")),
        field("alg", \.alg, .string(max: 10).described("The algorithm: `ES256`.")),
        field("kid", \.kid, .string(max: 200).described("The key's id; the header of an access token names it.")),
        field("x", \.x, .string(max: 43).described("The point's x coordinate, in base64url.")),
        field("y", \.y, .string(max: 43).described("The point's y coordinate, in base64url."))
    ).described("A public key (RFC 7517).").named("JSONWebKey")

    private struct KeySet: Sendable { let keys: [PublishedKey] }

    /// The JSON of a set of keys: `{"keys":[…]}`.
    static let set: Codec<[PublishedKey]> = object(
        KeySet.init(keys:),
        field("keys", \.keys, .array(codec).described("The keys, of which each access token names one."))
    )
    .map({ $0.keys }, { KeySet(keys: $0) }).described("Public keys (RFC 7517).").named("JSONWebKeySet")
}
