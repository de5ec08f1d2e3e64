import Clinic
import Crypto
import Endpoints
import EventSourcing
import HTTPServer

/// Answers requests according to their conditions `If-Match` and `If-None-Match` (RFC 9110 §13).
extension ServerCall {
    /// The request's preconditions.
    ///
    /// - Throws: a problem with status 400 if a field cannot be read.
    func preconditions() throws(Problem) -> Preconditions {
        guard operation.hasETag else { return .none }
        return try Preconditions(isSafe: operation.isSafe) { request.headers.joined($0) }
    }

    /// The request's `If-None-Match` field, which is compared with the field of the same caller's last poll.
    var ifNoneMatch: ArraySlice<UInt8>? { operation.hasETag ? request.headers.joined("if-none-match") : nil }

    /// Returns `ok`, `notModified` or a 412 answer, according to the request's `If-Match` and `If-None-Match`; a 400
    /// answer if one of the two fields cannot be read.
    func onConditions(of etag: EntityTag, _ ok: HTTPResponse, notModified: HTTPResponse) -> HTTPResponse {
        do throws(Problem) {
            switch try preconditions().reading(etag) {
            case .show: return ok
            case .notModified: return notModified
            case .failed: return .problem(Problem(.preconditionFailed))
            }
        } catch { return .problem(error) }
    }

    /// The answer to a request that reads: 200 with JSON, 304 or 412.
    ///
    /// - Parameter etag: the entity tag of the answer's version; `nil` if it is computed from the content.
    func ok(_ bytes: [UInt8], etag: EntityTag? = nil) -> HTTPResponse {
        guard operation.hasETag else { return .json(200, bytes, caching: operation.caching) }
        let etag = etag ?? EntityTag(content: bytes)
        return onConditions(
            of: etag, .json(200, bytes, caching: operation.caching, etag: etag),
            notModified: .notModified(etag, caching: operation.caching))
    }

    /// The entity tag of the document that an endpoint has read, changed or created.
    func etag(_ answer: WorkAnswer) -> EntityTag? {
        answer.etag ?? (operation.hasETag ? EntityTag(documentVersion: answer.body) : nil)
    }

    /// Checks the conditions `If-Match` and `If-None-Match` of a request that creates an entity. Endpoints that change
    /// an entity check the conditions themselves.
    ///
    /// - Throws: a problem with status 412 if `If-Match` requires an existing entity.
    func checkConditionsOnWhatIsMade() throws(Problem) {
        guard makesEntity else { return }
        try preconditions().check(version: nil)
    }

    /// Whether the request creates an entity, if it succeeds.
    var makesEntity: Bool { operation.answers.first?.status == 201 }
}

extension EntityTag {
    /// The entity tag of a polled view. It is weak, since two servers may order entries with equal sort values
    /// differently. It includes the view's name, since today's view and tomorrow's view may have the same version.
    package init(_ view: View, _ version: ViewVersion) {
        self.init("v\(view.name).\(version.timeline).\(version.edition).\(version.position)", isWeak: true)
    }

    /// The entity tag of a document that begins with `{"id":"…","version":N`; `nil` for any other document. It includes
    /// a digest of the document, since a rebuild can change the document without changing its version.
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

    /// The entity tag of an answer without a version, computed from its bytes: the first half of their SHA-256 hash.
    init(content: [UInt8]) { self.init(Self.digest(content, bytes: 16)) }

    private static func digest(_ content: [UInt8], bytes: Int) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(data: content).prefix(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
