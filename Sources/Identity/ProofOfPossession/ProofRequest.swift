import Endpoints

/// What a request must match that brings a proof of possession (RFC 9449 §4.3).
public struct ProofRequest: Sendable {
    /// The `DPoP` field.
    let proof: ArraySlice<UInt8>?
    let method: String
    /// As the client says it: host, and port where it is not the usual one.
    let host: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>

    public init(proof: ArraySlice<UInt8>?, method: String, host: ArraySlice<UInt8>?, path: ArraySlice<UInt8>) {
        self.proof = proof
        self.method = method
        self.host = host
        self.path = path
    }

    /// Of an endpoint that tokens are fetched from, by its own path.
    init(_ fields: ProofFields, path: String) {
        self.init(proof: fields.proof, method: "POST", host: fields.host, path: Array(path.utf8)[...])
    }

    /// Whether the proof was made for this request: scheme, host and path without the query (RFC 9449 §4.3). What a proxy in
    /// front took off is the proxy's to say, so either scheme is taken.
    func isFor(_ url: String) -> Bool {
        guard let host else { return false }
        let bytes = Array(url.utf8)
        guard let scheme = ["https://", "http://"].first(where: { url.hasPrefix($0) }) else { return false }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        let named = rest.dropFirst(authority.count).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return named.elementsEqual(path)
            && authority.elementsEqual(host) { Self.lowercased($0) == Self.lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
