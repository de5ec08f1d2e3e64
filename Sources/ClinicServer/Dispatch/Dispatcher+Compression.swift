import Endpoints
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
            response.body = .bytes(compressed)
            response.fields.append("Content-Encoding", "gzip")
            if !response.fields.holds("Vary: Accept-Encoding") { response.fields.append("Vary", "Accept-Encoding") }
        // A 304 answer must repeat the entity tag that the client sent. If the client has the compressed answer, that
        // tag ends with `EntityTag.gzipSuffix`.
        case (304, _) where request.headers.bytes("if-none-match")?.holdsGzipTag == true: break
        case _: return
        }
        response.fields.insert(EntityTag.gzipSuffix, beforeQuoteOf: "ETag: \"")
    }
}

extension ArraySlice<UInt8> {
    /// Whether this list of entity tags contains the tag of a compressed answer.
    fileprivate var holdsGzipTag: Bool {
        firstRange(of: Array("\(EntityTag.gzipSuffix)\"".utf8)) != nil
    }
}
