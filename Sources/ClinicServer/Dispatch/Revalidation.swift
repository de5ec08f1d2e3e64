import Clinic
import Crypto
import Endpoints
import EventSourcing
import HTTPServer

/// Answers that a client asks for again: an unchanged one is 304.
extension ServerCall {
    /// What the client has already, where the operation lets it ask.
    var condition: EntityTagCondition? {
        guard operation.hasETag, let field = request.headers.bytes("if-none-match") else { return nil }
        return EntityTagCondition(field)
    }

    /// 200 with JSON, or 304.
    ///
    /// - Parameter etag: the answer's version, where it has one; else an operation with an ETag takes it from the content.
    func ok(_ bytes: [UInt8], etag: EntityTag? = nil) -> HTTPResponse {
        let etag = etag ?? (operation.hasETag ? EntityTag(content: bytes) : nil)
        if let etag, let condition, condition.matchesWeakly(etag) {
            return .notModified(etag, caching: operation.caching)
        }
        return .json(200, bytes, caching: operation.caching, etag: etag)
    }
}

extension EntityTag {
    /// Of a polled view: weak, since two nodes may order equal members differently only in time.
    /// It names the view: a request for today's has another one tomorrow, of the same version where nothing happened.
    package init(_ view: View, _ version: ViewVersion) {
        let name =
            switch view {
            case .everything: "*"
            case .day(let date): "\(date.daysSince1970)"
            }
        self.init("v\(name).\(version.timeline).\(version.edition).\(version.position)", isWeak: true)
    }

    /// Of an entity's document, which begins with `{"id":"…","version":N`; `nil` for one that does not. A rebuild may have made
    /// another document of the same version.
    init?(documentVersion document: [UInt8]) {
        let marker = Array(#","version":"#.utf8)
        let start = 44
        guard document.count > start + marker.count, Array(document[start..<(start + marker.count)]) == marker else {
            return nil
        }
        let digits = document[(start + marker.count)...].prefix { (48...57).contains($0) }
        guard let version = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        self.init(version: version, shownAs: Self.digest(document, bytes: 6))
    }

    /// Of an answer that is the same as long as its bytes are.
    init(content: [UInt8]) { self.init(Self.digest(content, bytes: 16)) }

    private static func digest(_ content: [UInt8], bytes: Int) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(data: content).prefix(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
