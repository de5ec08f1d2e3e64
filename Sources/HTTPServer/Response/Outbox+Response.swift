import Endpoints

/// The properties of a request that determine how the body of its answer is delimited.
struct AnswerShape {
    var isHead: Bool
    var minorVersion: UInt8
    /// Whether the connection closes after the answer, so that the answer must say `Connection: close`.
    var isLast: Bool

    init(_ request: HTTPRequest, isLast: Bool) {
        isHead = request.method == .head
        minorVersion = request.minorVersion
        self.isLast = isLast
    }

    /// The framing of the answer to a refused request: HTTP/1.1, with a body, and the last answer of the connection.
    static var refusal: AnswerShape { AnswerShape(isHead: false, minorVersion: 1, isLast: true) }

    private init(isHead: Bool, minorVersion: UInt8, isLast: Bool) {
        self.isHead = isHead
        self.minorVersion = minorVersion
        self.isLast = isLast
    }
}

extension HTTPResponse {
    /// Whether a producer must write the answer's body: the answer's body comes from a producer, and request and status
    /// allow a body.
    func isProduced(for shape: AnswerShape) -> Bool {
        if case .chunks = body { !shape.isHead && status.allowsBody } else { false }
    }
}

extension Outbox {
    /// Appends status line, header fields and body of an answer. A body that a producer writes is not included; it
    /// follows piece by piece.
    mutating func append(_ response: HTTPResponse, _ shape: AnswerShape, date: DateField, common: HTTPFields) {
        appendStatusLine(response.status)
        append(date.line)
        append(response.fields.block)
        if let id = response.requestID { append(id) }
        if !common.block.isEmpty { append(common.block) }
        switch response.body {
        case .empty:
            if response.status.allowsBody { append("Content-Length: 0\r\n") }
            endHead(shape)
        case .bytes(let bytes):
            if response.status.allowsBody { appendContentLength(bytes.count) }
            endHead(shape)
            if response.status.allowsBody, !shape.isHead { append(bytes) }
        case .chunks(let length, _):
            if let length {
                if response.status.allowsBody { appendContentLength(length) }
            } else if response.status.allowsBody, shape.minorVersion >= 1 {
                append("Transfer-Encoding: chunked\r\n")
            }
            endHead(shape)
        }
    }

    private mutating func appendStatusLine(_ status: HTTPStatus) {
        let line = status.statusLine
        if line.utf8CodeUnitCount > 0 {
            append(line)
        } else {
            append("HTTP/1.1 ")
            append(decimal: Int(status.code))
            append(" \r\n")
        }
    }

    private mutating func append(_ id: RequestID) {
        append("X-Request-Id: ")
        appendBytes { id.append(to: &$0) }
        append("\r\n")
    }

    private mutating func appendContentLength(_ length: Int) {
        append("Content-Length: ")
        append(decimal: length)
        append("\r\n")
    }

    private mutating func endHead(_ shape: AnswerShape) {
        if shape.isLast {
            append("Connection: close\r\n\r\n")
        } else if shape.minorVersion == 0 {
            append("Connection: keep-alive\r\n\r\n")
        } else {
            append("\r\n")
        }
    }
}
