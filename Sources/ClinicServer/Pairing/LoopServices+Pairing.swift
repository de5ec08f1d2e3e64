import Endpoints
import HTTPServer
import Identity
import TLS

extension LoopServices {
    /// Makes the pairing payload of a code. The payload has the server's address from this request's `Host`, because
    /// the person's app has reached the server at that address.
    func payload(of code: IssuedPairingCode, _ request: HTTPRequest) -> PairingPayload {
        let certificate = shared.certificates?.all.first?.certificate
        let field = String(decoding: request.headers.bytes("host") ?? [], as: UTF8.self)
        let (host, port) = Self.hostAndPort(field, usual: certificate == nil ? 80 : 443)
        return PairingPayload(
            version: "1", host: host, port: port, code: code.code, expiresAt: code.expiresAt,
            certificateFingerprint: certificate.map { Self.hexadecimal($0.fingerprint) } ?? "")
    }

    /// Splits the value of `Host`, such as `clinic.example:8443` or `[::1]:8443`, into a name or address and a port.
    private static func hostAndPort(_ field: String, usual: Int64) -> (host: String, port: Int64) {
        guard let colon = field.lastIndex(of: ":"), !field.hasSuffix("]"),
            let port = Int64(field[field.index(after: colon)...]), (1...65_535).contains(port)
        else { return (String(field.prefix(255)), usual) }
        return (String(field[..<colon].prefix(255)), port)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension HTTPResponse {
    private static let plainFields: HTTPFields = [
        "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    ]

    /// A plain-text answer with a sentence for a person. The clients that pair do not read problem documents.
    static func plain(_ status: Int, _ text: String, retryAfter: Int? = nil) -> HTTPResponse {
        var fields = plainFields
        if let retryAfter { fields.append("Retry-After", "\(retryAfter)") }
        return HTTPResponse(HTTPStatus(UInt16(status)), fields: fields, body: .bytes(Array(text.utf8)))
    }

    /// An answer 201 with the image of a QR code, which caches must not store.
    static func made(_ bytes: [UInt8], _ mediaType: String) -> HTTPResponse {
        var response = document(bytes, mediaType)
        response.status = HTTPStatus(201)
        return response
    }
}
