import Clinic
import Endpoints
import EventStore
import HTTPServer

/// The content of a patient's file, as one answer sends it.
struct FileContent: Sendable {
    let document: FileDocument
    let file: SealedFile
    let key: FileKey
    let store: FileStore
    /// The clinic and the patient of the file. The holder of a link is not known otherwise.
    let sharer: Sharer

    /// The entity tag of a file's content, which never changes.
    var etag: EntityTag { EntityTag(document.address) }

    /// The answer to a download: the whole content or the range that the request asks for; or 304, 412 or 416 without
    /// content.
    func response(to call: ServerCall) -> HTTPResponse {
        let headers = call.request.headers
        var range = 0..<file.size
        var status = HTTPStatus.ok
        switch ByteRange(rangeIfCurrent(headers), of: file.size) {
        case .whole: break
        case .part(let part): (range, status) = (part, .partialContent)
        case .unsatisfiable:
            return .problem(Problem(.rangeNotSatisfiable).field("Content-Range", "bytes */\(file.size)"))
        }
        var fields = HTTPResponse.contentFields(document.type.mediaType, as: "file.\(document.type.suffix)")
        fields.append("ETag", etag.text)
        fields.append("Accept-Ranges", "bytes")
        let notModified = HTTPResponse(.notModified, fields: fields)
        if status == .partialContent {
            fields.append("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
        }
        let ok = HTTPResponse(
            status, fields: fields, body: .chunks(length: range.count) { [range] in try await send(range, to: $0) })
        do throws(Problem) {
            switch try Preconditions(isSafe: true, { headers.joined($0) }).reading(etag) {
            case .show: return ok
            case .notModified: return notModified
            case .failed: return .problem(Problem(.preconditionFailed))
            }
        } catch { return .problem(error) }
    }

    /// The answer with a thumbnail of the content, or 304 if the client has it.
    ///
    /// - Throws: 409 if there is no thumbnail of the content.
    func thumbnail(to call: ServerCall) async throws -> HTTPResponse {
        let tag = EntityTag("\(document.address)-thumbnail")
        var fields = HTTPResponse.contentFields(FileType.jpeg.mediaType, as: "thumbnail.jpg")
        fields.append("ETag", tag.text)
        switch try Preconditions(isSafe: true, { call.request.headers.joined($0) }).reading(tag) {
        case .show: break
        case .notModified: return HTTPResponse(.notModified, fields: fields)
        case .failed: throw Problem(.preconditionFailed)
        }
        do {
            let bytes = try await store.thumbnails.thumbnail(
                of: file, key, address: document.address, for: sharer, at: call.now)
            return HTTPResponse(.ok, fields: fields, body: .bytes(bytes))
        } catch is ContentDamaged {
            throw Problem(.contentDamaged)
        }
    }

    /// The value of the header field `Range`; `nil` if `If-Range` names another version of the content than the stored
    /// one (RFC 9110 §13.1.5).
    private func rangeIfCurrent(_ headers: HTTPHeaders) -> ArraySlice<UInt8>? {
        if let condition = headers.joined("if-range") {
            guard condition.elementsEqual(etag.text.utf8) else { return nil }
        }
        return headers.joined("range")
    }

    private func send(_ range: Range<Int64>, to writer: HTTPBodyWriter) async throws {
        let size = Int64(FileKey.pieceBytes)
        for number in Int(range.lowerBound / size)...Int((range.upperBound - 1) / size) {
            let piece = try await store.run(for: sharer) { [file, key] in try file.piece(number, key) }
            let first = max(0, range.lowerBound - Int64(number) * size)
            let last = min(Int64(piece.count), range.upperBound - Int64(number) * size)
            guard first < last else { throw ContentDamaged() }
            try await writer.write(Array(piece[Int(first)..<Int(last)]))
        }
    }
}

extension Problem.Kind {
    static let rangeNotSatisfiable = Problem.Kind(
        "range-not-satisfiable", 416, "The range is outside of the content",
        means: "The content ends before the range begins. `Content-Range` has the size of the content.",
        remedy: "Ask for a range inside of the content, or for the whole.")
}
