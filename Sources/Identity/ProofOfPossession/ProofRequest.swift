import Endpoints

/// The request that a proof of possession must match (RFC 9449 §4.3).
public struct ProofRequest: Sendable {
    /// The value of the header field `DPoP`, which holds the proof of possession.
    let proof: ArraySlice<UInt8>?
    let method: String
    let path: ArraySlice<UInt8>

    public init(proof: ArraySlice<UInt8>?, method: String, path: ArraySlice<UInt8>) {
        self.proof = proof
        self.method = method
        self.path = path
    }

    /// Describes a `POST` request to an endpoint that issues tokens.
    init(_ fields: ProofFields, path: String) {
        self.init(proof: fields.proof, method: "POST", path: Array(path.utf8)[...])
    }

    /// Whether the URL in a proof of possession is that of the request: one of the server's own origins and the
    /// request's path, without the query (RFC 9449 §4.3).
    func isFor(_ url: String, at origins: OwnOrigins) -> Bool {
        let bytes = Array(url.utf8)
        guard let scheme = ["https://", "http://"].first(where: { url.hasPrefix($0) }) else { return false }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        let named = rest.dropFirst(authority.count).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard named.elementsEqual(path), let origin = Origin(scheme + String(decoding: authority, as: UTF8.self)) else {
            return false
        }
        return origins.contains(origin)
    }
}
