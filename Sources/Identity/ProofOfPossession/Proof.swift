import Crypto
import Endpoints
import EventSourcing
import JSON

/// A proof that the sender of a request has a private key (DPoP, RFC 9449). It is a JWT for this one request, signed
/// with the key.
struct Proof: Sendable {
    /// The SHA-256 thumbprint of the public key (RFC 7638). Sessions are bound to it.
    let thumbprint: [UInt8]
    let id: String

    /// The number of seconds for which a proof of possession is valid before and after the time that it states, since
    /// clocks differ.
    static let lifetime: Int64 = 60
    private static let longest = 2048

    /// Reads and checks a proof of possession.
    ///
    /// - Parameter token: the access token in the same request; `nil` at endpoints that issue tokens.
    /// - Returns: `nil` if the proof is not valid for this request at the given time.
    init?(_ request: ProofRequest, at origins: OwnOrigins, token: ArraySlice<UInt8>?, at now: Instant) {
        guard let bytes = request.proof, bytes.count <= Self.longest else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64URL.decode(Array(parts[2]))
        else { return nil }
        // A proof of possession is refused if its header contains a private key, which is disclosed by that, or
        // critical extensions, of which none is supported.
        guard head["typ"]?.string == "dpop+jwt", head["alg"]?.string == "ES256", head["crit"] == nil,
            let key = head["jwk"], key["kty"]?.string == "EC", key["crv"]?.string == "P-256", key["d"] == nil,
            let x = key["x"]?.string, let y = key["y"]?.string
        else { return nil }
        guard let point = Self.point(x, y), let known = try? P256.Signing.PublicKey(x963Representation: point),
            let signed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return nil }
        guard claims["htm"]?.string == request.method, let url = claims["htu"]?.string, request.isFor(url, at: origins),
            let made = claims["iat"]?.integer,
            (now.secondsSince1970 - Self.lifetime...now.secondsSince1970 + Self.lifetime).contains(made),
            let id = claims["jti"]?.string, (1...128).contains(id.utf8.count)
        else { return nil }
        if let token {
            let hash = Base64URL.encode(Array(SHA256.hash(data: Array(token))))
            guard claims["ath"]?.string == hash else { return nil }
        }
        let text = Array(bytes[..<parts[2].startIndex].dropLast())
        guard known.isValidSignature(signed, for: text) else { return nil }
        self.id = id
        thumbprint = Array(
            SHA256.hash(data: Array(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8)))
    }

    private static func json(_ part: ArraySlice<UInt8>) -> JSONValue? {
        Base64URL.decode(Array(part)).flatMap { try? JSONValue(parsing: $0) }
    }

    private static func point(_ x: String, _ y: String) -> [UInt8]? {
        guard let x = Base64URL.decode(Array(x.utf8)), let y = Base64URL.decode(Array(y.utf8)), x.count == 32,
            y.count == 32
        else { return nil }
        return [4] + x + y
    }
}
