import Endpoints
import EventLoop
import HTTPServer

/// Compresses answers with gzip for clients that accept it.
///
/// Only answers to GET and HEAD are compressed. A token, a code or a link is always in the answer to a POST or PUT, so
/// no secret shares a compressed body with text of an attacker's choice (BREACH).
extension Dispatcher {
    func takesCompressed(_ request: HTTPRequest) -> Bool {
        guard request.method == .get || request.method == .head, request.headers.bytes("accept-encoding") != nil
        else { return false }
        return AcceptEncoding.takesGzip(request.headers.all("accept-encoding"))
    }

    func compress(_ response: inout HTTPResponse, for request: HTTPRequest) {
        switch (response.status.code, response.body) {
        // A file of the browser console may be compressed already.
        case (200, .bytes(let bytes)) where !response.fields.holds("Content-Encoding"):
            guard let compressed = gzip?.compress(bytes) else { return }
            response.setCompressed(compressed)
        // A 304 answer must repeat the entity tag that the client sent. If the client has the compressed answer, that
        // tag ends with `EntityTag.gzipSuffix`.
        case (304, _) where request.headers.bytes("if-none-match")?.holdsGzipTag == true: break
        case _: return
        }
        response.tagAsCompressed()
    }

    /// Does the same as `compress`, but compresses a large body on another thread, since its compression would
    /// block the loop for more than a millisecond.
    func compressBesideLoop(_ response: inout HTTPResponse, for request: HTTPRequest) async {
        guard response.isLarge, response.status.code == 200, case .bytes(let bytes) = response.body else {
            return compress(&response, for: request)
        }
        let host = services.proxies.client(of: request)?.host
        guard let compressed = await services.shared.heavy.compress(bytes, forClientAt: host) else { return }
        response.setCompressed(compressed)
        response.tagAsCompressed()
    }
}

extension HTTPResponse {
    /// The largest body that a loop compresses itself, in bytes.
    private static let loopBytes = 65_536

    /// Whether the body is compressed on another thread.
    var isLarge: Bool {
        if case .bytes(let bytes) = body { bytes.count > Self.loopBytes } else { false }
    }

    fileprivate mutating func tagAsCompressed() {
        fields.insert(EntityTag.gzipSuffix, beforeQuoteOf: "ETag: \"")
    }

    fileprivate mutating func setCompressed(_ bytes: [UInt8]) {
        body = .bytes(bytes)
        fields.append("Content-Encoding", "gzip")
        if !fields.holds("Vary: Accept-Encoding") { fields.append("Vary", "Accept-Encoding") }
    }
}

extension ArraySlice<UInt8> {
    /// Whether this list of entity tags contains the tag of a compressed answer.
    fileprivate var holdsGzipTag: Bool {
        firstRange(of: Array("\(EntityTag.gzipSuffix)\"".utf8)) != nil
    }
}
