import Console
import Endpoints
import HTTPServer

/// A file of the browser console with its answers, which are rendered once.
///
/// The entity tag is weak, so that the compressed and the plain form share it (RFC 9110 §8.8.3.3).
struct ServedConsoleFile: Sendable {
    private let etag: EntityTag
    private let plain: HTTPResponse
    private let compressed: HTTPResponse?
    private let notModified: HTTPResponse

    /// - Parameters:
    ///   - compressed: the bytes in gzip's format; `nil` if there are none.
    ///   - hash: the SHA-256 hash of the bytes, in hexadecimal.
    init(_ bytes: [UInt8], compressed: [UInt8]?, mediaType: String, hash: String) {
        etag = EntityTag("c-\(hash.prefix(32))", isWeak: true)
        var tagged = HTTPFields.console
        tagged.append("ETag", etag.text)
        notModified = HTTPResponse(.notModified, fields: tagged)
        tagged.append("Content-Type", mediaType)
        plain = HTTPResponse(.ok, fields: tagged, body: .bytes(bytes))
        tagged.append("Content-Encoding", "gzip")
        self.compressed = compressed.map { [tagged] in HTTPResponse(.ok, fields: tagged, body: .bytes($0)) }
    }

    /// The answer to a request that reads the file.
    func answer(to request: HTTPRequest) -> HTTPResponse {
        do throws(Problem) {
            switch try Preconditions(isSafe: true, { request.headers.joined($0) }).reading(etag) {
            case .notModified: return notModified
            case .failed: return .problem(Problem(.preconditionFailed))
            case .show: break
            }
        } catch { return .problem(error) }
        guard let compressed, AcceptEncoding.takesGzip(request.headers.all("accept-encoding")) else { return plain }
        return compressed
    }
}

extension HTTPFields {
    /// The header fields of all files of the console: what its pages may load and do, and that browsers ask at each use
    /// whether a file is still the same.
    static let console: HTTPFields = [
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
        "Content-Security-Policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy":
            "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
    ]
}
